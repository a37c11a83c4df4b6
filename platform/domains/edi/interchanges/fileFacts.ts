import { startThread } from "#platform/database/thread.ts";
import { Problem } from "#platform/http/problems.ts";
import { factsOf, type InterchangeFacts } from "./facts.ts";
import { readFileContent } from "./reading.ts";

/** A file of this many bytes is read in about ten milliseconds, whatever it holds: longer ones go to a thread. */
const longFile = 64 * 1024;
/** What a thread may take: a million segments need some 450 MB. */
const usualLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** The longest file that is let in takes a few seconds. */
const patienceMs = 120_000;

/** A file that nobody can read here. */
export class TooMuchToRead extends Problem {
  constructor() {
    super(400, "The file takes too much time or memory to be read: send it in smaller ones");
  }
}

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

async function readInThread(
  content: Uint8Array,
  resourceLimits: typeof usualLimits,
): Promise<InterchangeFacts[]> {
  const worker = startThread(new URL("./factsThread.ts", import.meta.url), {
    workerData: content,
    resourceLimits,
  });
  const late = setTimeout(() => void worker.terminate(), patienceMs);
  try {
    return await new Promise<InterchangeFacts[]>((resolve, reject) => {
      const all: InterchangeFacts[] = [];
      worker.on("message", (facts: InterchangeFacts[]) => {
        for (const one of facts) all.push(one);
      });
      worker.once("error", (error) => reject(isOutOfMemory(error) ? new TooMuchToRead() : error));
      // Everything that it told has been heard by now, unless it was ended.
      worker.once("exit", (code) => (code === 0 ? resolve(all) : reject(new TooMuchToRead())));
    });
  } finally {
    clearTimeout(late);
  }
}

/** Long files are read one after the other: each may take as much memory as a thread gets. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a file: what is stored of each interchange in it, one entry in all for a file without any. A long one is read
 * in a worker thread, so that the platform goes on answering (edi#reading). Throws TooMuchToRead where it takes more than
 * `limits`.
 */
export async function readFileFacts(
  content: Uint8Array,
  limits: typeof usualLimits = usualLimits,
): Promise<InterchangeFacts[]> {
  if (content.length <= longFile) return (await readFileContent(content)).map(factsOf);
  const before = last;
  const reading = before.then(() => readInThread(content, limits));
  last = Promise.allSettled([reading]);
  return reading;
}
