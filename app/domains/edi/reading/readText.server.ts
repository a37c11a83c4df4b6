import type { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { User } from "#app/auth/guard.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { startThread } from "#app/http/thread.server.ts";
import { log } from "#app/log.server.ts";
import type { TextPage } from "../store/lists.ts";
import { answererOf, type TextAnswer, type TextQuestion } from "./answers.ts";
import type { TextNews } from "./readTextThread.ts";

/** A text of this many characters is parsed within a few milliseconds in any case: longer ones go to a thread. */
const longText = 32 * 1024;
/** Memory limits of a thread: a million segments need about 450 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** The longest accepted text takes a few seconds. */
const timeoutMs = 30_000;
/** A long text is read page by page: its thread stays alive for this long. */
const idleMs = 75_000;

/** A parsed text; `isGone` when its thread has ended and it has to be opened again. */
export type OpenText = {
  ask(user: User, question: TextQuestion): Promise<TextAnswer>;
  isGone(): boolean;
};

const tooMuch = (user: User): ApiError =>
  new ApiError({
    statusLine: "Too long to be shown",
    code: 503,
    message: "This text takes too much time or memory to be shown segment by segment.",
    correlationId: user.correlationId,
    advice: "Download it instead: the References of its interchange have the file.",
  });

/** Two at a time: beyond that, the least recently used one ends. */
const open = new LRUCache<string, ThreadText>({ max: 2, disposeAfter: (text) => text.end() });

class ThreadText implements OpenText {
  private readonly waiting = new Map<number, (news: TextNews | undefined) => void>();
  private readonly worker: Worker;
  private requests = 0;
  private gone = false;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly key: string,
    text: string,
  ) {
    this.worker = startThread(new URL("./readTextThread.ts", import.meta.url), {
      workerData: text,
      resourceLimits,
    });
    this.worker.on("message", (news: TextNews) => this.waiting.get(news.id)?.(news));
    // Out of memory, or a fault: pending queries are rejected.
    this.worker.on("error", (error) => {
      log.warn({ err: error }, "a text could not be read in its thread");
      this.end();
    });
    this.worker.on("exit", () => this.end());
    this.worker.unref();
  }

  isGone(): boolean {
    return this.gone;
  }

  end(): void {
    if (this.gone) return;
    this.gone = true;
    clearTimeout(this.idle);
    if (open.peek(this.key) === this) open.delete(this.key);
    for (const hear of this.waiting.values()) hear(undefined);
    void this.worker.terminate();
  }

  async ask(user: User, question: TextQuestion): Promise<TextAnswer> {
    if (this.gone) throw tooMuch(user);
    clearTimeout(this.idle);
    this.requests += 1;
    const id = this.requests;
    const late = setTimeout(() => this.end(), timeoutMs);
    const news = await new Promise<TextNews | undefined>((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, question });
    });
    clearTimeout(late);
    this.waiting.delete(id);
    if (!this.gone) this.idle = setTimeout(() => this.end(), idleMs).unref();
    if (!news) throw tooMuch(user);
    if ("failed" in news) throw new Error(`The text could not be read: ${news.failed}`);
    return news.answer;
  }
}

/**
 * Opens an interchange's text for queries of its pages (edi#reading). A long one is parsed in a worker thread with
 * limits of its own, which stays alive for a minute or so under this key and session: only the requested page crosses
 * back. Queries throw ApiError if the text exceeds its limits.
 */
export function openText(user: User, key: string, text: string): OpenText {
  if (text.length <= longText) {
    const answer = answererOf(text);
    return { ask: (_, question) => answer(question), isGone: () => false };
  }
  const place = `${user.sessionId} ${key}`;
  const known = open.get(place);
  if (known) return known;
  const started = new ThreadText(place, text);
  open.set(place, started);
  return started;
}

/** A page of the lines of a text, one segment per line. Throws ApiError. */
export async function linesOf(user: User, key: string, text: string, page: number): Promise<TextPage> {
  const answer = await openText(user, key, text).ask(user, { ask: "lines", page });
  if (!("lines" in answer)) throw new Error("Lines were asked for, and something else was answered");
  return answer.lines;
}
