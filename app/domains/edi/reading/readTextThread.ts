import { parentPort, workerData } from "node:worker_threads";
import { answererOf, type TextAnswer, type TextQuestion } from "./answers.ts";

export type TextNews = { id: number } & ({ answer: TextAnswer } | { failed: string });

const port = parentPort;
if (!port) throw new Error("Long texts are read in a worker thread");
const answer = answererOf(String(workerData));
const tell = (news: TextNews) => port.postMessage(news);

port.on("message", ({ id, question }: { id: number; question: TextQuestion }) => {
  answer(question).then(
    (found) => tell({ id, answer: found }),
    (reason: unknown) => tell({ id, failed: reason instanceof Error ? reason.message : String(reason) }),
  );
});
