import { once } from "node:events";
import { startThread } from "#platform/database/thread.ts";
import { Problem } from "#platform/http/requests.ts";
import type { InterchangeFacts } from "./facts.ts";
import { type InboundBytes, type InboundFile, readInbound } from "./inbound.ts";
import type { InboundQuestion, ThreadCommand } from "./inboundThread.ts";

/** A file of this many bytes is read in about ten milliseconds; longer ones go to the worker thread. */
const maxBytesHere = 64 * 1024;
/** The thread ends after a longer file, to release its memory. */
const maxBytesOfLastingThread = 4 * 1024 * 1024;
/** Memory of the thread: a million segments need some 450 MB. */
const defaultLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** The longest file that is accepted takes a few seconds. */
const timeoutMs = 120_000;

/** A file that exceeds the time or memory limits. */
export class TooMuchToRead extends Problem {
  constructor() {
    super(400, "The file takes too much time or memory to be read: send it in smaller ones");
  }
}

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** The thread that reads long files, one after the other; starting one costs more than reading most files. */
class ReaderThread {
  private readonly worker;
  private readonly ended = new AbortController();
  private failure: Error | undefined;
  private isRequested = false;

  constructor(readonly limits: typeof defaultLimits) {
    this.worker = startThread(new URL("./inboundThread.ts", import.meta.url), { resourceLimits: limits });
    this.worker.on("error", (error) => {
      this.failure = isOutOfMemory(error) ? undefined : error;
    });
    this.worker.on("exit", () => this.ended.abort());
  }

  get hasEnded(): boolean {
    return this.ended.signal.aborted;
  }

  open(bytes: InboundBytes): void {
    this.worker.ref();
    this.send({ call: "open", bytes });
  }

  /** Throws TooMuchToRead where the time or memory does not suffice: the thread has ended then. */
  async ask(question: InboundQuestion) {
    const late = setTimeout(() => this.end(), timeoutMs);
    this.isRequested = true;
    this.send(question);
    try {
      const [reply] = await once(this.worker, "message", { signal: this.ended.signal });
      this.isRequested = false;
      return reply;
    } catch (error) {
      if (this.failure ?? !this.hasEnded) throw this.failure ?? error;
      throw new TooMuchToRead();
    } finally {
      clearTimeout(late);
    }
  }

  /** The thread waits for its next file, unless it `isLast`; it does not keep the process alive. */
  close(isLast: boolean): void {
    this.worker.unref();
    // Calls without a reply fail.
    if (isLast || this.isRequested) this.end();
    else this.send({ call: "close" });
  }

  private end(): void {
    this.ended.abort();
    void this.worker.terminate();
  }

  private send(command: ThreadCommand): void {
    this.worker.postMessage(command);
  }
}

let lasting: ReaderThread | undefined;

function threadWith(limits: typeof defaultLimits): ReaderThread {
  if (lasting && !lasting.hasEnded && lasting.limits === limits) return lasting;
  lasting?.close(true);
  lasting = new ReaderThread(limits);
  return lasting;
}

/** A file that the thread reads; `release` is called when it is closed. */
function inThread(bytes: InboundBytes, limits: typeof defaultLimits, release: () => void): InboundFile {
  const thread = threadWith(limits);
  thread.open(bytes);
  const ask = (question: InboundQuestion) => thread.ask(question);
  return {
    count: () => ask({ call: "count" }),
    facts: (from) => ask({ call: "facts", from }),
    head: (part) => ask({ call: "head", part }),
    messages: (part, from) => ask({ call: "messages", part, from }),
    document: (part, index) => ask({ call: "document", part, index }),
    answer: (part, options) => ask({ call: "answer", part, options }),
    close: () => {
      thread.close(bytes.content.length > maxBytesOfLastingThread);
      release();
    },
  };
}

/** Long files are read one after the other: each may need all of the thread's memory. */
let last: Promise<void> = Promise.resolve();

/** Waits until no long file is open; the next one waits until the returned function is called. */
function myTurn(): Promise<() => void> {
  const before = last;
  return new Promise((go) => {
    last = new Promise((release) => {
      void before.then(() => go(release));
    });
  });
}

/**
 * Opens a file, or the stored text of an interchange, until it is closed. A long one is read in a worker thread, so
 * that the platform goes on responding (edi#reading). Its calls throw TooMuchToRead where it takes more than `limits`.
 * Must not be awaited inside a transaction.
 */
export async function openInbound(
  bytes: InboundBytes,
  limits: typeof defaultLimits = defaultLimits,
): Promise<InboundFile> {
  if (bytes.content.length <= maxBytesHere) return readInbound(bytes);
  return inThread(bytes, limits, await myTurn());
}

/** The rows of each interchange in a file, one in all for a file without any. Throws TooMuchToRead. */
export async function readFileFacts(
  content: Uint8Array,
  limits: typeof defaultLimits = defaultLimits,
): Promise<InterchangeFacts[]> {
  const file = await openInbound({ content }, limits);
  try {
    return await factsIn(file);
  } finally {
    file.close();
  }
}

/** The rows of the first `max` interchanges of a file. */
export async function factsIn(
  file: InboundFile,
  max = Number.POSITIVE_INFINITY,
): Promise<InterchangeFacts[]> {
  const all: InterchangeFacts[] = [];
  while (all.length < max) {
    const more = await file.facts(all.length);
    if (more.length === 0) break;
    all.push(...more);
  }
  return all.slice(0, max);
}
