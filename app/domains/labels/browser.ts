import type { SearchEntry } from "#app/core/search/search.ts";
import { isObject } from "#app/core/values/values.ts";
import type { BatchView } from "./batch.ts";

/** A short name for a scan, a label, a press or a page load. `crypto.randomUUID` needs a secure context. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join("");

/** The name of this page load, under which it asks its own station for labels also before printing has started. */
export const loadedPage = newId();

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

/** What the portal says to a change of the batch, or to a press: the batch, and what became of it. */
export type BatchAnswer = {
  batch: BatchView;
  problem?: string;
  message?: string;
  changes?: string[];
  isHeld?: boolean;
};

export const unanswered =
  "The portal does not answer, or your session has ended. Load the page again before you go on.";

/** A press without an answer is repeated this often: one token is one change. */
const tries = 3;
const triesMs = 1_000;

const isAnswer = (sent: unknown): sent is BatchAnswer => isObject(sent) && isObject(sent.batch);

export function formOf(fields: readonly SearchEntry[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** Sends a change of the batch, or a press, until it has an answer; undefined where it gets none. */
export async function postBatch(
  path: string,
  fields: readonly SearchEntry[],
): Promise<BatchAnswer | undefined> {
  const body = formOf(fields);
  for (let left = tries; left > 0; left -= 1) {
    const sent = await postForm(path, body);
    if (sent) return isAnswer(sent.data) ? sent.data : undefined;
    if (left > 1) await pause(triesMs);
  }
  return undefined;
}
