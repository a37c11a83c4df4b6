import { errors } from "jose";
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import type { LoginProblem } from "#app/http/safeRedirect.ts";
import { RolesUnreadable } from "./claims.ts";

/** Entra's error numbers by what a person can do about them; others are classified by OAuth's own error. */
const entraErrors: readonly { numbers: readonly number[]; problem: LoginProblem }[] = [
  // Second factor, its registration, a password that has to be changed, a sign-in that has to be fresh.
  { numbers: [50072, 50074, 50076, 50078, 50079, 50055, 50158, 50132, 50133, 70044], problem: "step" },
  // Conditional access: device not known, not compliant, not joined, blocked, approved app, place, risk.
  { numbers: [50005, 50097, 50131, 53000, 53001, 53002, 53003, 53004, 53009, 530_032], problem: "policy" },
  { numbers: [65001, 65004, 65005, 90094, 90095], problem: "consent" },
  // Not assigned to the application, of another directory, disabled, deleted.
  { numbers: [50105, 50020, 50034, 50057, 50059, 51004, 90072], problem: "account" },
  { numbers: [50196, 90033, 90055, 50000, 90006], problem: "busy" },
  // Secret or certificate wrong or expired, application, tenant, resource, redirect address or response type unknown.
  {
    numbers: [
      7_000_112, 7_000_215, 7_000_218, 7_000_222, 700_016, 700_024, 700_027, 500_011, 50011, 500_113, 90002,
      28000, 70001, 700_054,
    ],
    problem: "setup",
  },
];

const oauthErrors: Readonly<Record<string, LoginProblem>> = {
  interaction_required: "step",
  login_required: "step",
  consent_required: "consent",
  // Without one of Entra's numbers: the person pressed Cancel.
  access_denied: "cancelled",
  temporarily_unavailable: "busy",
  server_error: "busy",
  invalid_client: "setup",
  unauthorized_client: "setup",
  invalid_scope: "setup",
  invalid_resource: "setup",
};

const entraNumber = ({ description }: OAuth2RequestError): number | undefined => {
  const digits = description?.match(/^AADSTS(\d{4,9})\b/)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const problemOfStatus = (status: number): LoginProblem =>
  status === 429 || status >= 500 ? "busy" : "failed";

/** A token from another time: one of both clocks is wrong, and no user can fix that. */
const isOfAnotherTime = (problem: unknown): boolean =>
  problem instanceof errors.JWTExpired ||
  (problem instanceof errors.JWTClaimValidationFailed && ["nbf", "iat"].includes(problem.claim));

/** The signed-out page's message for a sign-in error. */
export function signInProblemOf(problem: unknown): LoginProblem {
  if (problem instanceof RolesUnreadable) return "groups";
  if (problem instanceof OAuth2RequestError) {
    const number = entraNumber(problem);
    const listed = entraErrors.find(({ numbers }) => number !== undefined && numbers.includes(number));
    return listed?.problem ?? oauthErrors[problem.code] ?? "failed";
  }
  if (problem instanceof UnexpectedResponseError || problem instanceof UnexpectedErrorResponseBodyError)
    return problemOfStatus(problem.status);
  if (isOfAnotherTime(problem)) return "setup";
  // Thrown by the strategy's client without a response; it is not exported by name.
  if (problem instanceof Error && problem.message === "Failed to send request") return "busy";
  return "failed";
}

/**
 * The error for the log. A provider's own description contains names and trace IDs, so only its
 * number is logged, which the provider's documentation explains.
 */
export function logOfProblem(problem: unknown): { problem: string; provider?: string } {
  const words = problem instanceof Error ? problem.message : String(problem);
  if (!(problem instanceof OAuth2RequestError)) return { problem: words };
  const number = entraNumber(problem);
  return { problem: words, ...(number !== undefined && { provider: `AADSTS${number}` }) };
}
