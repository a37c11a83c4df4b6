import { createHash, type KeyObject, sign } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { audit, auditFirst } from "#app/core/audit/audit.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { log } from "#app/core/log.server.ts";
import type { LabelLanguage } from "../label.ts";
import { readLabelSettings } from "../settings.server.ts";
import type { Printing } from "../stations/guard.server.ts";
import type { Written } from "../stations/handOver.ts";
import type { PrinterFaces } from "../stations/station.ts";
import {
  freshMs,
  type LabelToSign,
  type NotSignable,
  printRequestOf,
  readSignable,
} from "./signable.server.ts";
import { type NoPair, readSigningPair, type SigningPair } from "./signingPair.server.ts";

let stored: SigningPair | undefined;

/**
 * The pair of `PRINT_CERTIFICATE_FILE` and `PRINT_PRIVATE_KEY_FILE`, read once; until both files are valid they are
 * read again at every request. Errors in the files are logged without their content.
 */
export async function signingPair(now = Date.now()): Promise<SigningPair | NoPair> {
  if (stored) return stored;
  const { PRINT_CERTIFICATE_FILE: certificateFile, PRINT_PRIVATE_KEY_FILE: keyFile } = env;
  if (!certificateFile || !keyFile)
    return { why: "PRINT_CERTIFICATE_FILE and PRINT_PRIVATE_KEY_FILE are not set." };
  const pair = await readSigningPair(certificateFile, keyFile, now);
  if ("why" in pair)
    log.error({ certificateFile, keyFile, problem: pair.why }, "print requests cannot be signed");
  else stored = pair;
  return pair;
}

/** The certificate of our signatures as PEM text; 204 if there is none. */
export async function certificateResponse(): Promise<Response> {
  const pair = await signingPair();
  return "why" in pair ? plain(null) : plain(pair.certificate);
}

/**
 * Signs a request of a page's print client if it is one of ours. Throws ApiError: 400 malformed, 403 for anything but our
 * own requests and for a printer that this workstation has not chosen, 409 too old, 503 without a certificate.
 */
export async function signResponse(user: Printing): Promise<Response> {
  const text = (await formOf(user.request)).get("request");
  const { key } = await pairFor(user);
  const request = readSignable(typeof text === "string" ? text : "", Date.now());
  if ("why" in request) throw await refusal(user, request);
  const [printer] = request.call === "printers.startListening" ? request.params.printerNames : [];
  if (printer !== undefined && !(await languageChosen(user, printer)))
    throw await refusal(user, { why: "printer" });
  const line = await auditSignature(request.call, printer ?? "");
  log.info({ ...by(user), call: request.call, printer, line }, "signed a print request");
  return plain(signatureOf(String(text), key));
}

/** The line of a signature in the audit trail. Throws a 503 page, and nothing is signed, where there can be none. */
const auditSignature = (call: string, record: string): Promise<number> =>
  auditFirst({ kind: "print", did: `Had a print request signed: ${call}`, record, outcome: "done" });

/** Base64 of SHA512withRSA over the hex text of the request's SHA-256, as the print service verifies it. */
const signatureOf = (text: string, key: KeyObject): string =>
  sign("sha512", Buffer.from(createHash("sha256").update(text).digest("hex")), key).toString("base64");

/** The language that a printer was chosen with on this workstation; undefined if it was not (labels#allowed). */
const languageChosen = async ({ request }: Printing, printer: string): Promise<LabelLanguage | undefined> =>
  (await readLabelSettings(request)).printers[printer]?.language;

/**
 * Why no label is signed for this printer, in words: this workstation has not chosen it, or with another language.
 * Undefined where it is signed, or nothing is.
 */
export async function whyUnsigned(user: Printing, to: PrinterFaces): Promise<string | undefined> {
  if ("why" in (await signingPair())) return undefined;
  const chosen = await languageChosen(user, to.printer);
  if (chosen === to.language) return undefined;
  const { message, advice } = (await refusal(user, { why: chosen ? "language" : "printer" })).view;
  return `${message} ${advice}`;
}

/**
 * The commands of a label that was handed over at `timestamp`, with its print request's signature; logs what is printed
 * where. A hand-over that is asked for again has the same request, so that each has one signature; none without a
 * certificate. Nothing is written without a line in the audit trail (audit#first).
 */
export async function writeLabel(
  user: Printing,
  sending: LabelToSign,
  about: { forceRaw: boolean; timestamp: number },
): Promise<Written> {
  const pair = await signingPair();
  const { text, commands, job, bytes } = printRequestOf(sending, about);
  if ("why" in pair) return { commands };
  const { printer, language } = sending;
  const line = await auditSignature("print", `${sending.title}, ${printer}`).catch((problem: unknown) => {
    if (problem instanceof ApiError && problem.status === 503) return undefined;
    throw problem;
  });
  if (line === undefined) return { unwritten: noLine };
  log.info({ ...by(user), call: "print", printer, language, job, bytes, line }, "signed a print request");
  return { commands, signed: { timestamp: about.timestamp, signature: signatureOf(text, pair.key) } };
}

const noLine =
  "The audit trail cannot be written just now, so no label is sent. They wait, and go on as soon as it can.";

const by = ({ correlationId, subject }: Printing) => ({ correlationId, subject });

async function pairFor(user: Printing): Promise<SigningPair> {
  const pair = await signingPair();
  if (!("why" in pair)) return pair;
  const message = "The portal has no certificate to sign print requests with.";
  throw errorOf(user, [503, message, "Ask whoever looks after the portal to set its print certificate."]);
}

type Reason = NotSignable | { why: "printer" | "language" };

async function refusal(user: Printing, reason: Reason): Promise<ApiError> {
  log.warn({ ...by(user), ...reason }, "refused to sign a print request");
  const refusal = { kind: "refusal", did: "Have a print request signed", outcome: "refused" } as const;
  await audit({ ...refusal, why: reason.why });
  return errorOf(user, reason.why === "stale" ? staleWords(reason.byMs) : refusals[reason.why]);
}

/** Status, message and advice. */
type Words = readonly [code: number, message: string, advice: string];

const errorOf = ({ correlationId }: Printing, [code, message, advice]: Words) =>
  new ApiError({ statusLine: STATUS_CODES[code] ?? "Error", code, message, advice, correlationId });

const reload = "Reload the page and try again.";

const refusals: Record<Exclude<Reason["why"], "stale">, Words> = {
  printer: [
    403,
    "The portal signs for printers only that were chosen on this workstation.",
    "Choose the printer, then print again.",
  ],
  language: [
    403,
    "This printer was chosen with another language, so the label was not signed.",
    "Choose the printer again, then print again.",
  ],
  malformed: [400, "This is not a print request, so nothing was signed.", reload],
  outside: [
    403,
    "The portal signs requests to list printers, to listen to one, and to print its own labels only, so this one was not signed.",
    reload,
  ],
};

function staleWords(byMs: number): Words {
  const minutes = Math.round(Math.abs(byMs) / 60_000);
  const side = byMs > 0 ? "behind" : "ahead of";
  return [
    409,
    `This workstation's clock is ${minutes} minutes ${side} the portal's, so the print request was not signed.`,
    `Set the workstation's clock; ${freshMs / 60_000} minutes are allowed.`,
  ];
}

function plain(text: string | null): Response {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "private, no-store, no-transform",
  };
  return new Response(text, { status: text === null ? 204 : 200, headers });
}
