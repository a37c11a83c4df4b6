import type { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import { notesNow } from "./requestNotes.server.ts";

/** How long a browser may show what it read before the press, in seconds (screens#intent). */
const usableSeconds = 10;

/** Whether a browser says that it only reads ahead of a press. */
export function isPrefetch(method: string, headers: Record<string, string | string[] | undefined>): boolean {
  return method === "GET" && /\bprefetch\b/.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
}

/** Lets the browser keep an answer that it read ahead until the press, for as long as nothing is written. */
export function allowReuse(headers: Headers, status: number): void {
  if (notesNow()?.isPrefetch !== true || status !== 200) return;
  headers.set("Cache-Control", `private, max-age=${usableSeconds}`);
  headers.append("Vary", "Cookie");
}

/** Ends a read ahead of a press where it would leave a trace: the press reads for itself. */
export function declinePrefetch(): void {
  if (notesNow()?.isPrefetch) throw new Response(null, { status: 204 });
}

/** Takes a record that is handed out once; ahead of a press it stays where it is. */
export async function takeOnce<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (!notesNow()?.isPrefetch) return records.take(key, schema);
  if ((await records.get(key, schema)) !== undefined) declinePrefetch();
  return undefined;
}
