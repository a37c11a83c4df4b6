import { notesNow } from "./requestNotes.server.ts";

/** How long a browser may use a prefetched response, in seconds (screens#intent). */
const usableSeconds = 10;

/** Whether a request is marked as a prefetch by the browser. */
export function isPrefetch(method: string, headers: Record<string, string | string[] | undefined>): boolean {
  return method === "GET" && /\bprefetch\b/.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
}

/** Lets the browser cache a prefetched response until the navigation, as long as nothing is written. */
export function allowReuse(headers: Headers, status: number): void {
  if (notesNow()?.isPrefetch !== true || status !== 200) return;
  headers.set("Cache-Control", `private, max-age=${usableSeconds}`);
  headers.append("Vary", "Cookie");
}

/** Aborts a prefetch that would have side effects: the navigation reads again. */
export function declinePrefetch(): void {
  if (notesNow()?.isPrefetch) throw new Response(null, { status: 204 });
}

/** Takes what can be taken once; a prefetch leaves it in place. */
export async function takeOnce<T>(stored: {
  take(): Promise<T | undefined>;
  peek(): Promise<T | undefined>;
}): Promise<T | undefined> {
  if (!notesNow()?.isPrefetch) return stored.take();
  if ((await stored.peek()) !== undefined) declinePrefetch();
  return undefined;
}
