import { covers, type PageData, pageDataOf } from "./address.ts";
import { aheadHeaders, onceHeader } from "./headers.ts";

type Fetch = (input: URL | string, init?: RequestInit) => Promise<Response>;
/** An answer as it came; undefined where there is none that could be shown. */
type Answer = { status: number; headers: Headers; text: string } | undefined;

type Ahead = PageData & {
  answer: Promise<Answer>;
  stop: AbortController;
  /** When the answer was there, in milliseconds. */
  doneAt: number | undefined;
  /** A press waits for it. */
  isTaken: boolean;
};
type Seen = PageData & { url: URL; answer: NonNullable<Answer>; at: number };

const most = { atOnce: 2, ahead: 6, seen: 20 };
/** How long what was read before a press is as good as read at it, and how long a page is remembered. */
export const aheadMs = 10_000;
export const seenMs = 30_000;

/**
 * An answer as if it came now. All of it is read without a task of the browser's between: a press whose answer is here
 * shows it at once, and not a page on its way first.
 */
function responseOf({ text, status, headers }: NonNullable<Answer>): Response {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text));
      stream.close();
    },
  });
  return new Response(body, { status, headers });
}

/**
 * The data of pages that somebody seems about to open, and of those that were open a moment ago: in the memory of
 * this tab, for seconds, and only until anything is written (screens#intent). `fetch` stands in for the browser's and
 * passes on whatever it is not asked to remember.
 */
export function createPages(browserFetch: Fetch, now: () => number) {
  const ahead = new Map<string, Ahead>();
  const seen = new Map<string, Seen>();
  const refused = new Set<string>();
  let pressed: string | undefined;
  let unchecked: Seen | undefined;
  // What was asked before a write tells what was before it.
  let writes = 0;

  const isUnderWay = ({ doneAt }: Ahead) => doneAt === undefined;

  async function read(url: URL, stop: AbortController): Promise<Answer> {
    const response = await browserFetch(url, { headers: aheadHeaders, signal: stop.signal });
    if (response.status !== 200) {
      if (response.status === 204) for (const route of pageDataOf(url)?.routes ?? []) refused.add(route);
      await response.body?.cancel();
      return undefined;
    }
    return { status: 200, headers: response.headers, text: await response.text() };
  }

  /** Begins to read a page, once. */
  function begin(url: URL): void {
    const page = pageDataOf(url);
    if (!page || page.routes?.some((route) => refused.has(route))) return;
    const held = ahead.get(page.key);
    if (held && (isUnderWay(held) || now() - (held.doneAt ?? 0) < aheadMs)) return;
    if ([...ahead.values()].filter(isUnderWay).length >= most.atOnce) return;
    const stop = new AbortController();
    const entry: Ahead = {
      ...page,
      stop,
      doneAt: undefined,
      isTaken: false,
      answer: Promise.resolve(undefined),
    };
    // A read that fails is no more than one that was not begun: the press reads for itself, and says what is wrong.
    entry.answer = read(url, stop)
      .catch(() => undefined)
      .then((answer) => {
        entry.doneAt = now();
        if (!answer && ahead.get(page.key) === entry) ahead.delete(page.key);
        return answer;
      });
    ahead.delete(page.key);
    ahead.set(page.key, entry);
    for (const oldest of ahead.keys()) {
      if (ahead.size <= most.ahead) break;
      forgetAhead(oldest);
    }
  }

  function forgetAhead(key: string): void {
    ahead.get(key)?.stop.abort();
    ahead.delete(key);
  }

  /** The person has moved on: what is still being read is not wanted any more. */
  function leave(url: URL): void {
    const key = pageDataOf(url)?.key;
    const entry = key === undefined ? undefined : ahead.get(key);
    if (entry && entry.key !== pressed && !entry.isTaken && isUnderWay(entry)) forgetAhead(entry.key);
  }

  /** The next read of this page is a person's way to it. */
  function press(url: URL): void {
    pressed = pageDataOf(url)?.key;
  }

  /** Whatever is known of this page is to be read again. */
  function forget(url: URL): void {
    const key = pageDataOf(url)?.key ?? "";
    forgetAhead(key);
    seen.delete(key);
    if (pressed === key) pressed = undefined;
  }

  function drop(): void {
    for (const key of [...ahead.keys()]) forgetAhead(key);
    seen.clear();
    unchecked = undefined;
    writes += 1;
  }

  function remember(entry: Seen): void {
    if (entry.answer.headers.has(onceHeader)) return;
    seen.delete(entry.key);
    seen.set(entry.key, entry);
    for (const oldest of seen.keys()) {
      if (seen.size <= most.seen) break;
      seen.delete(oldest);
    }
  }

  function takeSeen({ key, routes }: PageData): Seen | undefined {
    const held = seen.get(key);
    return held && now() - held.at < seenMs && covers(held.routes, routes) ? held : undefined;
  }

  function takeAhead({ key, routes }: PageData): Ahead | undefined {
    const held = ahead.get(key);
    if (!held || !covers(held.routes, routes)) return undefined;
    return isUnderWay(held) || now() - (held.doneAt ?? 0) < aheadMs ? held : undefined;
  }

  /** What was begun, unless the person goes elsewhere while it is under way. */
  async function wait(held: Ahead, signal: AbortSignal | null | undefined): Promise<Answer> {
    held.isTaken = true;
    const stop = () => forgetAhead(held.key);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const answer = await held.answer;
    signal?.removeEventListener("abort", stop);
    signal?.throwIfAborted();
    return answer;
  }

  async function open(url: URL, page: PageData, init: RequestInit): Promise<Response> {
    const before = writes;
    const held = takeAhead(page);
    const known = held && !isUnderWay(held) ? undefined : takeSeen(page);
    if (known) {
      forgetAhead(page.key);
      unchecked = known;
      return responseOf(known.answer);
    }
    const answer = held && (await wait(held, init.signal));
    if (answer) {
      ahead.delete(page.key);
      if (before === writes) remember({ ...held, url, answer, at: now() });
      return responseOf(answer);
    }
    const response = await browserFetch(url, init);
    if (response.status !== 200) return response;
    const read = { status: 200, headers: response.headers, text: await response.text() };
    if (before === writes) remember({ ...page, url, answer: read, at: now() });
    return responseOf(read);
  }

  async function fetch(input: URL | string, init: RequestInit = {}): Promise<Response> {
    if ((init.method ?? "GET").toUpperCase() !== "GET") {
      drop();
      return browserFetch(input, init).finally(drop);
    }
    const page = input instanceof URL ? pageDataOf(input) : undefined;
    if (!page || page.key !== pressed) return browserFetch(input, init);
    pressed = undefined;
    return open(new URL(input), page, init);
  }

  /** Reads again what was shown from memory, and remembers what is there now; resolves to whether it has changed. */
  async function hasChanged(signal: AbortSignal): Promise<boolean> {
    const shown = unchecked;
    unchecked = undefined;
    if (!shown) return false;
    const before = writes;
    const response = await browserFetch(shown.url, { headers: aheadHeaders, signal });
    const text = await response.text();
    const isSame = response.status === 200 && text === shown.answer.text;
    if (before !== writes) return false;
    if (isSame) remember({ ...shown, at: now() });
    else seen.delete(shown.key);
    return !isSame;
  }

  return { begin, leave, press, forget, drop, fetch, hasChanged };
}

export type Pages = ReturnType<typeof createPages>;
