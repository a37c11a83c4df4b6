import { STATUS_CODES } from "node:http";
import { readJson } from "#app/core/values/values.ts";
import { type ErrorBody, errorBody } from "#contract/envelopes.ts";
import type { ErrorView, WriteOutcome } from "./errorView.ts";

const hidden = "•••";

/**
 * Masks possible secrets in a technical text of the service: credentials in a URL, a bearer token,
 * the value after a name such as `password=` or `"api_key":`. Everything else is unchanged.
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(
      /((?:password|passwd|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi,
      `$1${hidden}`,
    );

const maxMessageLength = 2_000;

const later = "Try again in a moment. If it keeps happening, give support the reference.";
const tellSupport = "Give support the reference: the log says what was wrong.";

const lookFirst = "Look at the record before you submit again.";

const adviceFor = (code: number, write: WriteOutcome | undefined): string => {
  if (code === 401)
    return "Try again, or log out and sign in again. If that does not help, ask support to check your account.";
  if (code === 403) return "Ask an administrator for access to this.";
  if (code === 404) return "It may have been removed. Go back to the list and look again.";
  if (code === 409) return "Somebody else may have changed it. Reload the page and look again.";
  if (code === 429) return "The service is busy. Wait a minute, then try again.";
  if (code >= 400 && code < 500) return "Check what was entered, then try again.";
  return write ? `${lookFirst} ${later}` : later;
};

/**
 * The outcome of a write with a failed response: a gateway without a response of its own (502, 504)
 * does not know, unless the service responds through it; every other response is a refusal.
 */
const outcomeOf = (status: number, error: string | undefined): WriteOutcome =>
  (status === 502 || status === 504) && error === undefined ? "unknown" : "refused";

/** The message of a failed response: its `error` field, else its status text (errors#words). */
export function refusedView(
  answer: { status: number; statusText: string; body: string },
  correlationId: string,
  write: boolean,
): ErrorView {
  const statusLine = answer.statusText || STATUS_CODES[answer.status] || "Error";
  // Failed responses without JSON are common (a proxy's HTML page): the status is used then.
  const { error, stack }: ErrorBody = errorBody.safeParse(readJson(answer.body)).data ?? {};
  const outcome = write ? outcomeOf(answer.status, error) : undefined;
  return {
    statusLine,
    code: answer.status,
    message: error ? error.slice(0, maxMessageLength) : statusLine,
    ...(stack && { stack: maskSecrets(stack.slice(0, maxMessageLength * 5)) }),
    correlationId,
    advice: adviceFor(answer.status, outcome),
    ...(outcome && { write: outcome }),
  };
}

export type Fault = "unreachable" | "slow" | "notJson" | "otherShape" | "tooLarge" | "noToken";

const faults: Record<Fault, { code: number; message: string; advice: string }> = {
  unreachable: { code: 503, message: "The portal's service could not be reached.", advice: later },
  slow: { code: 504, message: "The portal's service took too long to answer.", advice: later },
  notJson: { code: 502, message: "The portal's service sent an answer that is not readable.", advice: later },
  otherShape: {
    code: 502,
    message: "The portal's service sent an answer of a kind that this page does not know.",
    advice: tellSupport,
  },
  tooLarge: {
    code: 502,
    message: "The portal's service sent more than this page can take.",
    advice: "Narrow the filters, then try again.",
  },
  noToken: {
    code: 503,
    message: "Your permission to write could not be confirmed.",
    advice:
      "What you typed is kept. Try again in a moment; if that does not help, log out and sign in again.",
  },
};

/** Message for a failed read without a token (sign-in#no-token). */
export const noTokenToRead = {
  message: "No permission could be got from the identity provider, so the portal's service gave nothing out.",
  advice:
    "Your account is not the reason. Try again in a moment; if that does not help, give support the reference: the identity provider is in trouble.",
};

type UnansweredWrite = Exclude<WriteOutcome, "refused">;

const saidOfWrite: Record<UnansweredWrite, string> = {
  notSent: "Nothing was sent.",
  unknown: "It is not known whether the change was made.",
};

/** The message of a call without a usable response; `write` is the outcome of a write. */
export function faultView(fault: Fault, correlationId: string, write?: UnansweredWrite): ErrorView {
  const { code, message, advice } = faults[fault];
  return {
    statusLine: STATUS_CODES[code] ?? "Error",
    code,
    message: write ? `${message} ${saidOfWrite[write]}` : message,
    correlationId,
    advice: write === "unknown" ? `${lookFirst} ${advice}` : advice,
    ...(write && { write }),
  };
}
