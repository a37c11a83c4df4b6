import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { factsOf, type InterchangeFacts } from "./facts.ts";
import { readFileContent } from "./reading.ts";

const port = parentPort;
if (!port) throw new Error("Long files are read in a worker thread");

const buffersOf = ({ content: { content, messages, findings } }: InterchangeFacts) =>
  [content, messages, findings].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

const parts = await readFileContent(z.instanceof(Uint8Array).parse(workerData));
const facts = parts.map(factsOf);
// The bytes are handed over, not copied.
port.postMessage(facts, facts.flatMap(buffersOf));
