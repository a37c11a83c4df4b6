import { once } from "node:events";
import type { User } from "#app/core/auth/guard.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { startThread } from "#app/core/http/thread.server.ts";
import { log } from "#app/core/log.server.ts";
import type { TextPage } from "../store/lists.ts";
import { answerOf, type TextAnswer, type TextQuestion } from "./answers.ts";

/** A text of this many characters is parsed in slices of a few milliseconds: longer ones go to a thread. */
const longText = 256 * 1024;
/** Memory limits of a thread: a million segments need about 450 MB. */
const defaultLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** The longest accepted text takes a few seconds. */
const timeoutMs = 30_000;

const tooMuch = (user: User): ApiError =>
  new ApiError({
    statusLine: "Too long to be shown",
    code: 503,
    message: "This text takes too much time or memory to be shown segment by segment.",
    correlationId: user.correlationId,
    advice: "Download it instead: the References of its interchange have the file.",
  });

async function askThread(user: User, text: string, question: TextQuestion, resourceLimits = defaultLimits) {
  const file = new URL("./readTextThread.ts", import.meta.url);
  const worker = startThread(file, { workerData: { text, question }, resourceLimits });
  const late = setTimeout(() => void worker.terminate(), timeoutMs);
  try {
    const [answer] = await Promise.race([once(worker, "message"), once(worker, "exit").then(() => [])]);
    if (answer) return answer;
  } catch (error) {
    // Out of memory, or a fault.
    log.warn({ err: error }, "a text could not be read in its thread");
  } finally {
    clearTimeout(late);
    void worker.terminate();
  }
  throw tooMuch(user);
}

/** Long texts are read one after the other: each may need all of a thread's memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Answers a query on an interchange's text (edi#reading). A long one is parsed in a worker thread with limits of its
 * own: only the requested page crosses back. Throws ApiError if the text exceeds its limits.
 */
export function askText(
  user: User,
  text: string,
  question: TextQuestion,
  limits = defaultLimits,
): Promise<TextAnswer> {
  if (text.length <= longText) return answerOf(text, question);
  const answer = last.then(() => askThread(user, text, question, limits));
  // The next one waits for its end only; its failure is its own caller's.
  last = answer.catch(() => undefined);
  return answer;
}

/** A page of the lines of a text, one segment per line. Throws ApiError. */
export async function linesOf(user: User, text: string, page: number): Promise<TextPage> {
  const answer = await askText(user, text, { ask: "lines", page });
  if (!("lines" in answer)) throw new Error("Lines were asked for, and something else was answered");
  return answer.lines;
}
