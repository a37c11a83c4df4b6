import { once } from "node:events";
import { startThread } from "#platform/database/thread.ts";
import { Problem } from "#platform/http/problems.ts";
import type { InterchangeFacts } from "./facts.ts";
import { type InboundBytes, type InboundFile, readInbound } from "./inbound.ts";
import type { InboundQuestion } from "./inboundThread.ts";

/** A file of this many bytes is read in about ten milliseconds, whatever it holds: longer ones go to a thread. */
const longFile = 64 * 1024;
/** What a thread may take: a million segments need some 450 MB. */
const defaultLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** The longest file that is let in takes a few seconds. */
const patienceMs = 120_000;

/** A file that nobody can read here. */
export class TooMuchToRead extends Problem {
  constructor() {
    super(400, "The file takes too much time or memory to be read: send it in smaller ones");
  }
}

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** A file that a thread has read, which `release` is called for at the end. */
function inThread(
  bytes: InboundBytes,
  resourceLimits: typeof defaultLimits,
  release: () => void,
): InboundFile {
  const worker = startThread(new URL("./inboundThread.ts", import.meta.url), {
    workerData: bytes,
    resourceLimits,
  });
  const ended = new AbortController();
  let failure: Error | undefined;
  worker.on("error", (error) => {
    failure = isOutOfMemory(error) ? undefined : error;
  });
  worker.on("exit", () => ended.abort());
  const ask = async (question: InboundQuestion) => {
    const late = setTimeout(() => void worker.terminate(), patienceMs);
    worker.postMessage(question);
    try {
      const [reply] = await once(worker, "message", { signal: ended.signal });
      return reply;
    } catch (error) {
      if (failure ?? !ended.signal.aborted) throw failure ?? error;
      throw new TooMuchToRead();
    } finally {
      clearTimeout(late);
    }
  };
  return {
    count: () => ask({ call: "count" }),
    facts: (from) => ask({ call: "facts", from }),
    head: (part) => ask({ call: "head", part }),
    messages: (part, from) => ask({ call: "messages", part, from }),
    document: (part, index) => ask({ call: "document", part, index }),
    answer: (part, options) => ask({ call: "answer", part, options }),
    close: () => {
      void worker.terminate();
      release();
    },
  };
}

/** Long files are held one after the other: each may take as much memory as a thread gets. */
let last: Promise<void> = Promise.resolve();

/** Waits until no long file is held; the next one waits until the returned function is called. */
function myTurn(): Promise<() => void> {
  const before = last;
  return new Promise((go) => {
    last = new Promise((release) => {
      void before.then(() => go(release));
    });
  });
}

/**
 * Reads a file, or the stored text of an interchange, and holds it until it is closed. A long one is read in a worker
 * thread, so that the platform goes on answering (edi#reading). What is asked of it throws TooMuchToRead where it takes
 * more than `limits`. Nobody waits here who holds the database.
 */
export async function openInbound(
  bytes: InboundBytes,
  limits: typeof defaultLimits = defaultLimits,
): Promise<InboundFile> {
  if (bytes.content.length <= longFile) return readInbound(bytes);
  return inThread(bytes, limits, await myTurn());
}

/** What is stored of each interchange in a file, one entry in all for a file without any. Throws TooMuchToRead. */
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

/** What is stored of the interchanges of a file, `most` at most. */
export async function factsIn(
  file: InboundFile,
  most = Number.POSITIVE_INFINITY,
): Promise<InterchangeFacts[]> {
  const all: InterchangeFacts[] = [];
  while (all.length < most) {
    const more = await file.facts(all.length);
    if (more.length === 0) break;
    all.push(...more);
  }
  return all.slice(0, most);
}
