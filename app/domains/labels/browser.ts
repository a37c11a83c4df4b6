/** A short name for a scan, a label, a press or a page load. `crypto.randomUUID` needs a secure context. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join("");

/** Resolves after `ms`; immediately for 0. */
export const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

/** A storage of the browser. It may be full or disabled: then nothing is stored, and `set` says so. */
const storageOf = (name: "localStorage" | "sessionStorage") => ({
  get(key: string): string | null {
    try {
      return window[name].getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): boolean {
    try {
      window[name].setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
});
/** Of this device, and of this tab. */
export const browserStorage = storageOf("localStorage");
export const tabStorage = storageOf("sessionStorage");
export type BrowserStorage = typeof browserStorage;

/** A form's answer is short; a slower one is asked for again. */
const answerMs = 15_000;

/**
 * Sends a form from a script. Undefined while the portal is out of reach or busy: the caller sends it again, which
 * changes nothing more. Without `data` it was refused, or led elsewhere.
 */
export async function postForm(
  path: string,
  body: FormData,
  signal?: AbortSignal,
): Promise<{ data?: unknown } | undefined> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = window.setTimeout(stop, answerMs);
  signal?.addEventListener("abort", stop);
  try {
    const headers = { Accept: "application/json" };
    const sent = { method: "POST", body, headers, signal: limit.signal, redirect: "manual" } as const;
    const answer = await fetch(path, sent);
    if (answer.status === 429 || answer.status >= 500) return undefined;
    return answer.ok ? { data: await answer.json() } : {};
  } catch {
    return undefined;
  } finally {
    window.clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
