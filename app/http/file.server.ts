import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import type { ApiCall } from "#contract/calls.ts";
import { pathOf } from "./apiClient.server.ts";
import { ApiError } from "./apiError.server.ts";
import { faultView, refusedView } from "./apiFailure.ts";
import { correlationHeader } from "./correlation.server.ts";

const answerMs = 15_000;
const wholeMs = 60_000;
const largestRefusal = 64 * 1024;
const largestFile = 25 * 1024 * 1024;

/** Kinds of file, each with its ending; none that is handed on can run in a browser. */
export type FileKinds = ReadonlyMap<string, string>;

const picturesAndPaper: FileKinds = new Map([
  ["application/pdf", "pdf"],
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

/** A file on its way through: the bytes as they come, of a kind that is safe to hand on. */
export type FetchedFile = { body: ReadableStream<Uint8Array>; type: string; ending: string; size?: number };

/**
 * Asks the API for a file (a GET whose answer is no JSON) as this person. The body is not read here; it
 * breaks off beyond 25 MB. `kinds` are those that are handed on: PDF and pictures, where none are named. Throws
 * ApiError: refused, no answer, too large, or of another kind.
 */
export async function fetchFile<Query extends z.ZodType>(
  user: User,
  call: ApiCall<Query>,
  { params = {}, query }: { params?: Record<string, string>; query: z.input<Query> },
  kinds: FileKinds = picturesAndPaper,
): Promise<FetchedFile> {
  const { correlationId } = user;
  const facts = { call: call.name, path: call.path, correlationId };
  const base = call.base === "edi" ? env.EDI_API_URL : env.PORTAL_API_URL;
  const url = new URL(base + pathOf(call, params));
  for (const [name, value] of Object.entries(Object(call.query.parse(query)))) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const token = await user.accessToken();
  const answer = await ask(url, user, token, kinds).catch((problem: unknown) => {
    if (user.request.signal.aborted) throw problem;
    const slow = problem instanceof Error && problem.name === "TimeoutError";
    log.warn({ ...facts, slow }, "upstream file failed");
    throw new ApiError(faultView(slow ? "slow" : "unreachable", correlationId));
  });
  if (!answer.ok || !answer.body) {
    log.warn({ ...facts, status: answer.status }, "upstream file refused");
    const body = await beginning(answer);
    const { status, statusText } = answer;
    throw new ApiError(
      refusedView({ status: answer.ok ? 502 : status, statusText, body }, correlationId, false),
    );
  }
  const type = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = kinds.get(type);
  const size = Number(answer.headers.get("Content-Length") ?? Number.NaN);
  if (ending === undefined || size > largestFile) {
    await answer.body.cancel();
    log.warn({ ...facts, type, size }, "upstream file not handed on");
    throw new ApiError({
      ...notHandedOn(
        ending === undefined
          ? `It is of the kind "${type.slice(0, 80) || "unknown"}".`
          : "It is larger than 25 MB.",
        [...kinds.values()],
      ),
      correlationId,
    });
  }
  return {
    body: answer.body.pipeThrough(breakingOffBeyond(largestFile)),
    type,
    ending,
    ...(Number.isNaN(size) || answer.headers.has("Content-Encoding") ? {} : { size }),
  };
}

async function ask(url: URL, user: User, token: string | undefined, kinds: FileKinds): Promise<Response> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(new DOMException("No answer", "TimeoutError")), answerMs);
  try {
    return await fetch(url, {
      headers: {
        Accept: [...kinds.keys()].join(", "),
        [correlationHeader]: user.correlationId,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      signal: AbortSignal.any([user.request.signal, waiting.signal, AbortSignal.timeout(wholeMs)]),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function beginning(answer: Response): Promise<string> {
  if (!answer.body) return "";
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > largestRefusal) break;
  }
  await reader.cancel();
  return text;
}

const notHandedOn = (why: string, endings: readonly string[]) => ({
  statusLine: STATUS_CODES[502] ?? "Error",
  code: 502,
  message: `The portal does not hand this file on. ${why}`,
  advice: `Only files of these kinds, up to 25 MB, are: ${endings.join(", ")}. Give support the reference.`,
});

function breakingOffBeyond(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > limit) controller.error(new Error("The file is larger than it may be"));
      else controller.enqueue(chunk);
    },
  });
}
