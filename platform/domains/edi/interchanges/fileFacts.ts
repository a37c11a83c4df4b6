import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Problem } from "#platform/http/requests.ts";
import { type InboundBytes, type Readings, readings, tookTooLong } from "./inbound.ts";

/** A file of this many bytes is read in slices of some ten milliseconds; longer ones in a process of their own. */
const maxBytesHere = 256 * 1024;
/** Of the process: its memory in MB, and the processor time in seconds. Ten megabytes take some 350, and 2.5 s. */
type ReadingLimits = { heap: number; time: number };
const defaultLimits: ReadingLimits = { heap: 1024, time: 60 };

export class TooMuchToRead extends Problem {
  constructor() {
    super(400, "The file takes too much time or memory to be read: send it in smaller ones");
  }
}

/** Starts a process that reads one file, without the platform's environment and its secrets. */
function startReading({ heap, time }: ReadingLimits): ChildProcess {
  const file = fileURLToPath(new URL("./readingProcess.ts", import.meta.url));
  const starter = `require("tsx/cjs/api").register(); require(${JSON.stringify(file)});`;
  // Threads that collect garbage together wait for each other where a processor is taken.
  const limits = [`--max-old-space-size=${heap}`, "--max-semi-space-size=64", "--single-threaded-gc"];
  return spawn(process.execPath, [...limits, "--eval", starter, String(time)], {
    env: { NODE_ENV: "production" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

async function readInProcess(what: keyof Readings, bytes: InboundBytes, limits: ReadingLimits) {
  const child = startReading(limits);
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    words = `${words}${more}`.slice(-2000);
  });
  const closed = once(child, "close");
  try {
    child.send({ what, bytes }, () => undefined);
    const [read] = await Promise.race([once(child, "message"), closed.then(() => [])]);
    if (read) return read;
  } finally {
    child.kill("SIGKILL");
  }
  const [code] = await closed;
  if (code === tookTooLong || /heap out of memory|heap limit/i.test(words)) throw new TooMuchToRead();
  throw new Error(`Reading a file failed: ${words}`);
}

/** Long files are read one after the other: each may need all of that memory. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const reading = last.then(read);
  // The next one waits for its end only; its failure is its own caller's.
  last = reading.catch(() => undefined);
  return reading;
}

/**
 * What `readings` reads of a file, or of the stored text of an interchange. A long one is read in a process of its own,
 * so that the platform goes on responding (edi#reading). Throws TooMuchToRead where it takes more than its limits.
 */
export const readBytes = async <What extends keyof Readings>(
  what: What,
  bytes: InboundBytes,
  limits = defaultLimits,
): Promise<Readings[What]> =>
  bytes.content.length <= maxBytesHere
    ? readings[what](bytes)
    : inTurn(() => readInProcess(what, bytes, limits));
