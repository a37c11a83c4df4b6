import { once } from "node:events";
import { startThread } from "#platform/database/thread.ts";
import { Problem } from "#platform/http/requests.ts";
import type { InterchangeFacts } from "./facts.ts";
import { type Inbound, type InboundBytes, readings } from "./inbound.ts";

/** A file of this many bytes is read in slices of some ten milliseconds; longer ones in a worker thread. */
const maxBytesHere = 256 * 1024;
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

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

async function readInThread(what: keyof typeof readings, bytes: InboundBytes, limits: typeof defaultLimits) {
  const file = new URL("./inboundThread.ts", import.meta.url);
  const worker = startThread(file, { workerData: { what, bytes }, resourceLimits: limits });
  const late = setTimeout(() => void worker.terminate(), timeoutMs);
  try {
    const [read] = await Promise.race([once(worker, "message"), once(worker, "exit").then(() => [])]);
    if (read) return read;
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
  } finally {
    clearTimeout(late);
    void worker.terminate();
  }
  throw new TooMuchToRead();
}

/** Long files are read one after the other: each may need all of the thread's memory. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const reading = last.then(read);
  // The next one waits for its end only; its failure is its own caller's.
  last = reading.catch(() => undefined);
  return reading;
}

/**
 * The rows of each interchange in a file, one in all for a file without any. A long one is read in a worker thread, so
 * that the platform goes on responding (edi#reading). Throws TooMuchToRead where it takes more than `limits`.
 */
export const readFileFacts = async (
  content: Uint8Array,
  limits = defaultLimits,
): Promise<InterchangeFacts[]> =>
  content.length <= maxBytesHere
    ? readings.facts({ content })
    : inTurn(() => readInThread("facts", { content }, limits));

/** The interchanges of a file, or of the stored text of one, for the steps of their streams; likewise. */
export const readForSteps = async (bytes: InboundBytes): Promise<Inbound[]> =>
  bytes.content.length <= maxBytesHere
    ? readings.steps(bytes)
    : inTurn(() => readInThread("steps", bytes, defaultLimits));
