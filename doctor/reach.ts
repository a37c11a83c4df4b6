/** The time limit of one request, in milliseconds. */
export const timeoutMs = 3_000;

/** The most of a response that is read; the checks need far less. */
const maxTextLength = 200_000;

export type Reached = { status: number; headers: Headers; text: string; at: number };

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name cannot be looked up now",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  CERT_HAS_EXPIRED: "its certificate has expired, by this machine's clock",
  CERT_NOT_YET_VALID: "its certificate is not valid yet, by this machine's clock",
  DEPTH_ZERO_SELF_SIGNED_CERT: "this machine does not trust its certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "this machine does not trust its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "this machine does not trust its certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "this machine does not trust its certificate",
};

const codesOf = (problem: unknown): string[] => {
  if (!(problem instanceof Error)) return [];
  const own = "code" in problem ? [String(problem.code)] : [];
  const within = problem instanceof AggregateError ? problem.errors : [problem.cause];
  return [...own, ...within.flatMap(codesOf)];
};

/** Why there was no response within `waitedMs`, without the address, which may contain a password. */
export function whyNoAnswer(problem: unknown, waitedMs = timeoutMs): string {
  if (problem instanceof Error && problem.name === "TimeoutError")
    return `there was no answer within ${waitedMs / 1000} seconds`;
  const codes = codesOf(problem);
  const knownCode = codes.find((code) => code in reasons);
  return (
    (knownCode && reasons[knownCode]) ??
    (codes[0] ? `the connection failed (${codes[0]})` : "the connection failed")
  );
}

/** Sends one request, follows no redirect, and reads the response; rejects without one within `timeoutMs`. */
export async function ask(address: string, init: RequestInit = {}): Promise<Reached> {
  const answer = await fetch(address, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = (await answer.text()).slice(0, maxTextLength);
  return { status: answer.status, headers: answer.headers, text, at: Date.now() };
}

/** The JSON of a response; undefined for other content. */
export function jsonOf({ text }: Reached): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}
