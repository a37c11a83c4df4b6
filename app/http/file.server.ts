import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import type { ApiCall } from "#contract/calls.ts";
import { addressOf } from "#contract/calls.ts";
import { ApiError } from "./apiError.server.ts";
import { faultView, refusedView } from "./apiFailure.ts";
import type { ErrorView } from "./errorView.ts";
import { type FileKind, isMarkup, kindByBytes, picturesAndPaper, tellingBytes } from "./fileKind.ts";
import { redirectWithFlash } from "./flash.server.ts";
import { correlationHeader } from "./requestNotes.server.ts";

/** A navigation of the browser, as opposed to a picture or a script's request. */
export const isNavigation = (request: Request): boolean => {
  const destination = request.headers.get("Sec-Fetch-Dest");
  if (destination !== null) return destination === "document";
  return request.headers.get("Accept")?.includes("text/html") ?? false;
};

/**
 * The response to a failed download: a navigating browser is redirected to `failedTo`, which says why (in its panel, if
 * it is one); all others get the ErrorView with its status.
 */
export function fileFailed(
  request: Request,
  failure: ErrorView,
  failedTo: string,
  { lead = "The file could not be downloaded.", panel }: { lead?: string; panel?: string } = {},
): Promise<Response> {
  if (!isNavigation(request)) throw new ApiError(failure);
  const { message, advice, correlationId } = failure;
  const words = [lead, message, advice, correlationId && `Reference: ${correlationId}`]
    .filter(Boolean)
    .join(" ");
  return redirectWithFlash(request, failedTo, words, "attention", panel);
}

const answerMs = 15_000;
const wholeMs = 60_000;
const maxRefusalBytes = 64 * 1024;
const maxFileBytes = 25 * 1024 * 1024;

export type FileTypes = ReadonlyMap<string, string>;

/** Types that say nothing about a file: the usual defaults of file stores. */
const unnamed = new Set(["", "application/octet-stream", "binary/octet-stream"]);

export type FetchedFile = { body: ReadableStream<Uint8Array>; type: string; ending: string; size?: number };

/**
 * Fetches a file from the API (a GET without a JSON response) as this user. The body is cut off
 * beyond 25 MB. With `types` only these types are accepted. Otherwise only PDF and pictures,
 * recognised by their first bytes if their type is generic, and never markup, whatever its type.
 * Throws ApiError: refused, no response, too large, or of another type.
 */
export async function fetchFile<Query extends z.ZodType>(
  user: User,
  call: ApiCall<Query>,
  { params = {}, query }: { params?: Record<string, string>; query: z.input<Query> },
  types?: FileTypes,
): Promise<FetchedFile> {
  const { correlationId } = user;
  const facts = { call: call.name, path: call.path, correlationId };
  const base = call.base === "edi" ? env.EDI_API_URL : env.PORTAL_API_URL;
  const url = addressOf(base, call, { params, query });
  const token = await user.accessToken();
  const endings = types ?? picturesAndPaper;
  const noAnswer = (problem: unknown): never => {
    if (user.request.signal.aborted) throw problem;
    const slow = problem instanceof Error && problem.name === "TimeoutError";
    log.warn({ ...facts, slow }, "upstream file failed");
    throw new ApiError(faultView(slow ? "slow" : "unreachable", correlationId));
  };
  const answer = await ask(url, user, token, endings).catch(noAnswer);
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    log.warn({ ...facts, status: answer.status }, "upstream file elsewhere");
    const why = "The service named another address for it, where the portal does not go.";
    throw new ApiError({ ...notHandedOn(why, [...endings.values()]), correlationId });
  }
  if (!answer.ok || !answer.body) {
    log.warn({ ...facts, status: answer.status }, "upstream file refused");
    const body = await beginning(answer);
    const { status, statusText } = answer;
    throw new ApiError(
      refusedView({ status: answer.ok ? 502 : status, statusText, body }, correlationId, false),
    );
  }

  const named = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const size = Number(answer.headers.get("Content-Length") ?? Number.NaN);
  const { head, whole } = types
    ? { head: undefined, whole: answer.body }
    : await peek(answer.body).catch(noAnswer);
  const kind = kindOf(named, endings, head);
  if (typeof kind === "string" || size > maxFileBytes) {
    await whole.cancel();
    log.warn({ ...facts, type: named, size }, "upstream file not handed on");
    const why = typeof kind === "string" ? kind : "It is larger than 25 MB.";
    throw new ApiError({ ...notHandedOn(why, [...endings.values()]), correlationId });
  }
  return {
    body: whole.pipeThrough(breakingOffBeyond(maxFileBytes)),
    ...kind,
    ...(Number.isNaN(size) || answer.headers.has("Content-Encoding") ? {} : { size }),
  };
}

/** The type of a file by its declared type and, where needed, its first bytes; or why it is rejected, in words. */
function kindOf(named: string, endings: FileTypes, head: Uint8Array | undefined): FileKind | string {
  if (head && isMarkup(head)) return "It holds a web page or a drawing that could run in a browser.";
  const ending = endings.get(named);
  if (ending !== undefined) return { type: named, ending };
  if (!head || !unnamed.has(named)) return `It is of the kind "${named.slice(0, 80) || "unknown"}".`;
  return kindByBytes(head) ?? "Its kind is not named, and by its first bytes it is none of those below.";
}

/** A body's first bytes, and the complete body, still unread. */
async function peek(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let head = new Uint8Array();
  while (head.length < tellingBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    head = new Uint8Array(Buffer.concat([head, value]));
  }
  const whole = new ReadableStream<Uint8Array>({
    start(controller) {
      if (head.length > 0) controller.enqueue(head);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, whole };
}

async function ask(url: URL, user: User, token: string | undefined, types: FileTypes): Promise<Response> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(new DOMException("No answer", "TimeoutError")), answerMs);
  try {
    return await fetch(url, {
      headers: {
        Accept: [...types.keys(), "*/*;q=0.5"].join(", "),
        [correlationHeader]: user.correlationId,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      redirect: "manual",
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
    if (text.length > maxRefusalBytes) break;
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

/** A file name of letters, digits, dots and dashes, with the extension of its type. */
export function safeFileName(about: string, name: string, ending: string): string {
  const words = `${about} ${name}`
    .normalize("NFKD")
    .replace(new RegExp(`\\.${ending}$`, "i"), "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  return `${words || "file"}.${ending}`;
}
