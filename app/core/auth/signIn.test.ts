import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errors } from "jose";
import { afterEach, expect, test } from "vitest";
import type { LoginProblem } from "#app/core/http/safeRedirect.ts";
import { listen } from "#tests/support/brokenSetUp.ts";
import { freePort, repository } from "#tests/support/processes.ts";
import { identityFromClaims, RolesMalformed } from "./claims.ts";
import { otherAccountHeader, PortalMicrosoftStrategy } from "./identityProvider.server.ts";
import { asksForAccount, loginProblems } from "./loginProblems.ts";
import { logOfProblem, signInProblemOf } from "./signIn.server.ts";

const appUrl = "http://localhost:3000";

let close: (() => void) | undefined;
afterEach(() => {
  close?.();
  close = undefined;
});

const strategyAt = (authority: string) =>
  new PortalMicrosoftStrategy<string>(
    { authority, tenantId: "t", clientId: "c", clientSecret: "s", appUrl, scopes: ["openid"] },
    async () => "signed in",
  );

/** Starts a sign-in; returns the headers that the browser sends back. */
async function begin(authority: string, headers: Record<string, string> = {}) {
  const strategy = strategyAt(authority);
  const start = await strategy
    .authenticate(new Request(`${appUrl}/auth/login`, { headers }))
    .catch((thrown: unknown) => thrown);
  if (!(start instanceof Response)) throw new Error("The sign-in did not begin");
  const authorizeUrl = new URL(start.headers.get("Location") ?? "");
  const cookie = start.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const callback = (query: Record<string, string>) => {
    const all = new URLSearchParams({ state: authorizeUrl.searchParams.get("state") ?? "", ...query });
    return strategy
      .authenticate(new Request(`${appUrl}/auth/callback?${all}`, { headers: { Cookie: cookie } }))
      .catch((thrown: unknown) => thrown);
  };
  return { authorizeUrl, callback };
}

const person = "mei@customer.example";

test.each<[string, string, LoginProblem]>([
  ["interaction_required", "AADSTS50076: Due to a configuration change, you must use multi-factor", "step"],
  ["interaction_required", "AADSTS50079: you must enroll in multi-factor authentication", "step"],
  ["interaction_required", "", "step"],
  ["login_required", "AADSTS50058: no session", "step"],
  ["access_denied", "AADSTS53003: Access has been blocked by Conditional Access policies", "policy"],
  ["interaction_required", "AADSTS53000: Your device is required to be managed", "policy"],
  ["interaction_required", "AADSTS530032: Blocked by security policy", "policy"],
  ["consent_required", "AADSTS65001: The user or administrator has not consented", "consent"],
  ["invalid_grant", "AADSTS65001: The user or administrator has not consented", "consent"],
  ["access_denied", "AADSTS65004: User declined to consent", "consent"],
  ["access_denied", "AADSTS90094: Admin consent is required", "consent"],
  ["consent_required", "", "consent"],
  ["interaction_required", `AADSTS50105: The user '${person}' is not assigned to a role`, "account"],
  ["invalid_request", "AADSTS50020: User account from another tenant", "account"],
  ["temporarily_unavailable", "AADSTS90033: A transient error has occurred", "busy"],
  ["server_error", "", "busy"],
  ["unauthorized_client", "AADSTS700016: Application was not found in the directory", "setup"],
  ["invalid_resource", "AADSTS500011: The resource principal was not found", "setup"],
  ["access_denied", "", "cancelled"],
  ["something_new", "AADSTS999999: nobody has met this", "failed"],
])("a callback with %s (%s) is %s", async (error, words, problem) => {
  const { callback } = await begin("http://127.0.0.1:9");
  const thrown = await callback({ error, error_description: words });
  expect(signInProblemOf(thrown)).toBe(problem);
  expect(JSON.stringify(logOfProblem(thrown))).not.toContain(person);
  const number = words.match(/^AADSTS\d+/)?.[0];
  expect(logOfProblem(thrown)).toEqual({
    problem: `OAuth request error: ${error}`,
    ...(number && { provider: number }),
  });
});

test.each<[string, number, object | string, LoginProblem]>([
  ["an old secret", 401, { error: "invalid_client", error_description: "AADSTS7000222: expired" }, "setup"],
  ["a wrong secret", 401, { error: "invalid_client", error_description: "AADSTS7000215: invalid" }, "setup"],
  ["a further step", 400, { error: "interaction_required", error_description: "AADSTS50076: x" }, "step"],
  ["a spent code", 400, { error: "invalid_grant", error_description: "AADSTS54005: redeemed" }, "failed"],
  ["throttling", 429, { error: "too_many_requests" }, "busy"],
  ["a gateway's page", 503, "<h1>Service Unavailable</h1>", "busy"],
])("a token endpoint that answers with %s [sign-in#failure]", async (_name, status, body, problem) => {
  const server = await listen((_request, response) => {
    response.writeHead(status, { "Retry-After": "30", "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  close = server.close;
  const { callback } = await begin(server.url);
  const thrown = await callback({ code: "the-code-that-nobody-logs" });
  expect(signInProblemOf(thrown)).toBe(problem);
  expect(JSON.stringify(logOfProblem(thrown))).not.toContain("the-code-that-nobody-logs");
});

test("a provider that cannot be reached is busy", async () => {
  const { callback } = await begin(`http://127.0.0.1:${await freePort()}`);
  expect(signInProblemOf(await callback({ code: "c" }))).toBe("busy");
});

test("tokens of another time are the configuration's fault, other invalid tokens nobody's", () => {
  expect(signInProblemOf(new errors.JWTExpired("exp", {}))).toBe("setup");
  expect(signInProblemOf(new errors.JWTClaimValidationFailed("nbf", {}, "nbf"))).toBe("setup");
  expect(signInProblemOf(new errors.JWTClaimValidationFailed("aud", {}, "aud"))).toBe("failed");
  expect(signInProblemOf(new Error("The ID token was issued by somebody else"))).toBe("failed");
});

const graph = { src1: { endpoint: "https://x" } };
test.each<[string, object]>([
  ["names of a graph", { _claim_names: { groups: "src1" }, _claim_sources: graph }],
  ["a mark", { hasgroups: true }],
  ["a mark in text", { hasgroups: "true" }],
])("groups left out as %s need a role of the portal", async (_name, overage) => {
  const claims = { sub: "s", name: "Mei", ...overage };
  const thrown = await Promise.resolve(claims)
    .then(identityFromClaims)
    .catch((problem: unknown) => problem);
  expect(signInProblemOf(thrown)).toBe("groups");
  expect(identityFromClaims({ ...claims, roles: ["Store"] }).identity.roles).toEqual(["Store"]);
});

test("a malformed roles claim is the registration's fault [sign-in#roles-claim]", () => {
  expect(signInProblemOf(new RolesMalformed())).toBe("setup");
});

test("the account picker is requested only if the account was the reason [sign-in#other-account]", async () => {
  expect((await begin("http://127.0.0.1:9")).authorizeUrl.searchParams.get("prompt")).toBeNull();
  const other = await begin("http://127.0.0.1:9", { [otherAccountHeader]: "yes" });
  expect(other.authorizeUrl.searchParams.get("prompt")).toBe("select_account");
  expect(asksForAccount("account")).toBe(true);
  for (const problem of ["failed", "busy", "expired", undefined] as const)
    expect(asksForAccount(problem)).toBe(false);
});

test("the registration's page has the words of each refusal", () => {
  const page = readFileSync(join(repository, "docs/entra.md"), "utf8");
  for (const problem of ["step", "policy", "consent", "account", "groups", "busy", "setup"] as const)
    expect(page).toContain(loginProblems[problem]);
});
