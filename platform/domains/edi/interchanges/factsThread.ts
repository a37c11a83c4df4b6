import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { factsOf, type InterchangeFacts } from "./facts.ts";
import { readFileContent } from "./reading.ts";

const port = parentPort;
if (!port) throw new Error("Long files are read in a worker thread");

const buffersOf = ({ content: { content, messages, findings } }: InterchangeFacts) =>
  [content, messages, findings].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** Interchanges that are told at a time: a file may hold ten thousand, and the platform answers calls in between. */
const atATime = 100;

const parts = await readFileContent(z.instanceof(Uint8Array).parse(workerData));
for (let from = 0; from < parts.length; from += atATime) {
  const facts = parts.slice(from, from + atATime).map(factsOf);
  // The bytes are handed over, not copied.
  port.postMessage(facts, facts.flatMap(buffersOf));
}
