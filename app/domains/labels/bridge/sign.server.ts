import { createHash, sign } from "node:crypto";
import { audit } from "#app/audit/audit.server.ts";
import type { User } from "#app/auth/guard.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { log } from "#app/log.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { allowedPrinters } from "./allowedPrinters.server.ts";
import { signingPair } from "./certificate.server.ts";
import {
  freshMs,
  largestSignable,
  type NotSignable,
  printerOf,
  readSignable,
  type Signable,
} from "./signable.ts";
import type { SigningPair } from "./signingPair.server.ts";

/** Beyond this a request is too old to be signed at all, so that its digest can be forgotten; in seconds. */
const signedSeconds = (3 * freshMs) / 1000;

/** How much of a body that is too large is read and thrown away, so that its sender is told why; in bytes. */
const mostHeard = 16 * largestSignable;

/** The certificate that goes with our signatures, as PEM text; 204 where there is none. */
export async function certificateResponse(): Promise<Response> {
  const pair = await signingPair();
  return "why" in pair ? plain(null) : plain(pair.certificate);
}

/**
 * Signs the request that is this one's body, when it is one of ours, and notes who prints what where: base64 of
 * SHA512withRSA over the hex text of the body's SHA-256, as the print service checks it. Throws ApiError: 415 or 413
 * for what is not a request at all, 400 malformed, 403 outside the list or for a printer that this workstation has not
 * chosen, 409 too old or signed before, 503 without a certificate.
 */
export async function signResponse(user: User): Promise<Response> {
  const bytes = await bodyOf(user);
  const { key } = await pairFor(user);
  const request = readSignable(bytes, Date.now());
  if ("why" in request) throw await refusal(user, request);
  const printer = printerOf(request);
  if (printer !== undefined && !(await allowedPrinters(user.request)).includes(printer))
    throw await refusal(user, { why: "printer" });
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (request.call === "print" && !(await records.add(`signed:${digest}`, true, signedSeconds)))
    throw await refusal(user, { why: "signed" });
  const signature = sign("sha512", Buffer.from(digest), key).toString("base64");
  log.info({ ...by(user), ...whatItDoes(request) }, "signed a print request");
  return plain(signature);
}

const by = ({ correlationId, subject, username }: User) => ({ correlationId, subject, username });

function whatItDoes(request: Signable) {
  const about = { call: request.call, printer: printerOf(request) };
  if (request.call !== "print") return about;
  const { options, data } = request.params;
  return { ...about, job: options.jobName, bytes: Buffer.byteLength(data[0].data, "base64") };
}

async function pairFor(user: User): Promise<SigningPair> {
  const pair = await signingPair();
  if (!("why" in pair)) return pair;
  throw new ApiError({
    statusLine: "Service Unavailable",
    code: 503,
    message: "The portal has no certificate to sign print requests with.",
    correlationId: user.correlationId,
    advice: "Ask whoever looks after the portal to set its print certificate.",
  });
}

async function bodyOf({ request, correlationId }: User): Promise<Uint8Array> {
  const refused = (code: number, statusLine: string, message: string) =>
    new ApiError({ statusLine, code, message, correlationId, advice: reload });
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw refused(415, "Unsupported Media Type", "A print request is sent as JSON, so nothing was signed.");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size <= largestSignable) chunks.push(chunk);
    if (size > mostHeard) break;
  }
  if (size > largestSignable)
    throw refused(
      413,
      "Content Too Large",
      "This print request is larger than a label, so it was not signed.",
    );
  return Buffer.concat(chunks);
}

/** The body as it comes; the connection ends where the reader stops before its end. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

type Reason = NotSignable | { why: "signed" | "printer" };

async function refusal(user: User, reason: Reason): Promise<ApiError> {
  log.warn({ ...by(user), ...reason }, "refused to sign a print request");
  const told = { kind: "refusal", did: "Have a print request signed", outcome: "refused" } as const;
  await audit({ ...told, why: reason.why });
  return new ApiError({ ...wordsOf(reason), correlationId: user.correlationId });
}

const conflict = { statusLine: "Conflict", code: 409 };
const forbidden = { statusLine: "Forbidden", code: 403 };
const reload = "Reload the page and try again.";

function wordsOf(reason: Reason): Omit<ErrorView, "correlationId"> {
  switch (reason.why) {
    case "stale": {
      const minutes = Math.round(Math.abs(reason.byMs) / 60_000);
      return {
        ...conflict,
        message: `This workstation's clock is ${minutes} minutes ${reason.byMs > 0 ? "behind" : "ahead of"} the portal's, so the print request was not signed.`,
        advice: `Set the workstation's clock; ${freshMs / 60_000} minutes are allowed.`,
      };
    }
    case "signed":
      return {
        ...conflict,
        message: "This print request was signed before, and each is signed once.",
        advice: "Print the label again where it has not come.",
      };
    case "printer":
      return {
        ...forbidden,
        message: "The portal signs for printers only that were chosen on this workstation.",
        advice: "Choose the printer, then print again.",
      };
    case "malformed":
      return {
        statusLine: "Bad Request",
        code: 400,
        message: "This is not a print request, so nothing was signed.",
        advice: reload,
      };
    default:
      return {
        ...forbidden,
        message:
          "The portal signs requests to list printers, to listen to one, and to print its own labels only, so this one was not signed.",
        advice: reload,
      };
  }
}

function plain(text: string | null): Response {
  const headers = new Headers({
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "private, no-store, no-transform",
  });
  setSecurityHeaders(headers);
  return new Response(text, { status: text === null ? 204 : 200, headers });
}
