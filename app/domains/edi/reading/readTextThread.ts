import { parentPort, workerData } from "node:worker_threads";
import { answerOf, type TextQuestion } from "./answers.ts";

const { text, question }: { text: string; question: TextQuestion } = workerData;

// A failure ends this thread, and the reading.
void answerOf(text, question).then((answer) => parentPort?.postMessage(answer));
