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
import { freshMs, type NotSignable, printerOf, readSignable, type ToSign } from "./signable.server.ts";
import type { SigningPair } from "./signingPair.server.ts";

/** Older requests are never signed, so their digests can be forgotten; in seconds. */
const signedSeconds = (3 * freshMs) / 1000;

/** The certificate of our signatures as PEM text; 204 if there is none. */
export async function certificateResponse(): Promise<Response> {
  const pair = await signingPair();
  return "why" in pair ? plain(null) : plain(pair.certificate);
}

/**
 * Signs the print client's request from the label page if it is one of ours, and logs what is printed where: base64
 * of SHA512withRSA over the hex text of the request's SHA-256, as the print service verifies it. Throws ApiError: 415
 * not JSON, 400 malformed, 403 for anything but our own requests, for a printer that this workstation has not chosen
 * or one of another language, 409 too old or signed before, 503 without a certificate.
 */
export async function signResponse(user: User): Promise<Response> {
  const body = await bodyOf(user);
  const { key } = await pairFor(user);
  const read = readSignable(body, Date.now());
  if ("why" in read) throw await refusal(user, read);
  const { request, text, language } = read;
  const printer = printerOf(request);
  if (printer !== undefined) {
    const allowed = (await allowedPrinters(user.request)).find(({ name }) => name === printer);
    if (!allowed) throw await refusal(user, { why: "printer" });
    if (language !== undefined && language !== allowed.language)
      throw await refusal(user, { why: "language" });
  }
  const digest = createHash("sha256").update(text).digest("hex");
  if (request.call === "print" && !(await records.add(`signed:${digest}`, true, signedSeconds)))
    throw await refusal(user, { why: "signed" });
  const signature = sign("sha512", Buffer.from(digest), key).toString("base64");
  log.info({ ...by(user), ...factsOf(read) }, "signed a print request");
  return plain(signature);
}

const by = ({ correlationId, subject }: User) => ({ correlationId, subject });

function factsOf({ request, language }: ToSign) {
  const facts = { call: request.call, printer: printerOf(request) };
  if (request.call !== "print") return facts;
  const { options, data } = request.params;
  return { ...facts, language, job: options.jobName, bytes: Buffer.byteLength(data[0].data, "base64") };
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

async function bodyOf({ request, correlationId }: User): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return request.text();
  throw new ApiError({
    statusLine: "Unsupported Media Type",
    code: 415,
    message: "A print request is sent as JSON, so nothing was signed.",
    correlationId,
    advice: reload,
  });
}

type Reason = NotSignable | { why: "signed" | "printer" | "language" };

async function refusal(user: User, reason: Reason): Promise<ApiError> {
  log.warn({ ...by(user), ...reason }, "refused to sign a print request");
  const refusal = { kind: "refusal", did: "Have a print request signed", outcome: "refused" } as const;
  await audit({ ...refusal, why: reason.why });
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
    case "language":
      return {
        ...forbidden,
        message: "This printer was chosen with another language, so the label was not signed.",
        advice: "Choose the printer again, then print again.",
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
