import { parentPort } from "node:worker_threads";
import type { InterchangeFacts } from "./facts.ts";
import { type AnswerOptions, type InboundBytes, type InboundFile, readInbound } from "./inbound.ts";

/** A call of `InboundFile` on the thread's open file. */
export type InboundQuestion =
  | { call: "count" }
  | { call: "facts"; from: number }
  | { call: "head"; part: number }
  | { call: "messages"; part: number; from: number }
  | { call: "document"; part: number; index: number }
  | { call: "answer"; part: number; options: AnswerOptions };

/** The thread has one file open at a time, and only replies to calls. */
export type ThreadCommand = { call: "open"; bytes: InboundBytes } | { call: "close" } | InboundQuestion;

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

let reading: Promise<InboundFile> | undefined;

// A failure ends this thread, which fails the pending call.
port.on("message", async (command: ThreadCommand) => {
  if (command.call === "open") {
    reading = readInbound(command.bytes);
    return;
  }
  if (command.call === "close") {
    reading = undefined;
    return;
  }
  const file = await reading;
  if (!file) throw new Error("No file is open");
  if (command.call !== "facts") return port.postMessage(await replyOf(file, command));
  const facts = await file.facts(command.from);
  // The bytes are transferred, not copied.
  port.postMessage(facts, facts.flatMap(buffersOf));
});
