import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { faultView, refusedView } from "#app/core/http/apiFailure.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { correlationHeader } from "#app/core/http/requestNotes.server.ts";
import { bytesWithin } from "#app/core/http/transport.server.ts";
import { log } from "#app/core/log.server.ts";
import { type ApiCall, addressOf, bodyText } from "#contract/calls.ts";
import { type FileKind, isMarkup, kindByBytes, picturesAndPaper } from "./fileKind.ts";

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

export type FetchedFile = FileKind & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Fetches a file of at most 25 MB from the API (a GET without a JSON response) as this user. With
 * `types` only these types are accepted. Otherwise only PDF and pictures, recognised by their first
 * bytes if their type is generic, and never markup, whatever its type. Throws ApiError: refused, no
 * response, too large, or of another type.
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
  const notHandedOn = (why: string, details: object) => {
    log.warn({ ...facts, ...details }, "upstream file not handed on");
    return new ApiError({
      statusLine: STATUS_CODES[502] ?? "Error",
      code: 502,
      message: `The portal does not hand this file on. ${why}`,
      advice: `Only files of these kinds, up to 25 MB, are: ${[...endings.values()].join(", ")}. Give support the reference.`,
      correlationId,
    });
  };
  const { status, statusText } = answer;
  if (status >= 300 && status < 400) {
    await answer.body?.cancel();
    throw notHandedOn("The service named another address for it, where the portal does not go.", { status });
  }
  if (!answer.ok || !answer.body) {
    log.warn({ ...facts, status }, "upstream file refused");
    const bytes = await bytesWithin(answer.body, maxRefusalBytes);
    const refused = { status: answer.ok ? 502 : status, statusText, body: bytes ? bodyText(bytes) : "" };
    throw new ApiError(refusedView(refused, correlationId, false));
  }
  const named = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const bytes = await bytesWithin(answer.body, maxFileBytes).catch(noAnswer);
  const kind = bytes ? kindOf(named, endings, types ? undefined : bytes) : "It is larger than 25 MB.";
  if (!bytes || typeof kind === "string") throw notHandedOn(String(kind), { type: named });
  return { bytes, ...kind };
}

/** The type of a file by its declared type and, where needed, its first bytes; or why it is rejected, in words. */
function kindOf(named: string, endings: FileTypes, bytes: Uint8Array | undefined): FileKind | string {
  if (bytes && isMarkup(bytes)) return "It holds a web page or a drawing that could run in a browser.";
  const ending = endings.get(named);
  if (ending !== undefined) return { type: named, ending };
  if (!bytes || !unnamed.has(named)) return `It is of the kind "${named.slice(0, 80) || "unknown"}".`;
  return kindByBytes(bytes) ?? "Its kind is not named, and by its first bytes it is none of those below.";
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
