import { parentPort, workerData } from "node:worker_threads";
import type { InterchangeFacts } from "./facts.ts";
import { type AnswerOptions, type InboundBytes, type InboundFile, readInbound } from "./inbound.ts";

/** What is asked of a file that a thread has read: the calls of `InboundFile`. */
export type InboundQuestion =
  | { call: "count" }
  | { call: "facts"; from: number }
  | { call: "head"; part: number }
  | { call: "messages"; part: number; from: number }
  | { call: "document"; part: number; index: number }
  | { call: "answer"; part: number; options: AnswerOptions };

const port = parentPort;
if (!port) throw new Error("Long files are read in a worker thread");

const buffersOf = ({ content: { content, messages, findings } }: InterchangeFacts) =>
  [content, messages, findings].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

function replyOf(file: InboundFile, question: Exclude<InboundQuestion, { call: "facts" }>) {
  switch (question.call) {
    case "count":
      return file.count();
    case "head":
      return file.head(question.part);
    case "messages":
      return file.messages(question.part, question.from);
    case "document":
      return file.document(question.part, question.index);
    case "answer":
      return file.answer(question.part, question.options);
  }
}

const bytes: InboundBytes = workerData;
const reading = readInbound(bytes);
// A failure ends this thread, and whoever asked hears of it.
port.on("message", async (question: InboundQuestion) => {
  const file = await reading;
  if (question.call !== "facts") return port.postMessage(await replyOf(file, question));
  const facts = await file.facts(question.from);
  // The bytes are handed over, not copied.
  port.postMessage(facts, facts.flatMap(buffersOf));
});
