import { z } from "zod";
import type { Env } from "#app/core/readEnv.server.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { ask, jsonOf, type Reached, whyNoAnswer } from "./reach.ts";

/** The clock skew that the portal's check of ID tokens tolerates, and the one that is reported; in seconds. */
const forgivenSeconds = 60;
const noticedSeconds = 10;

const discovery = z.object({ issuer: z.string().min(1), jwks_uri: z.url().optional() });
const keySet = z.object({ keys: z.array(z.object({ kty: z.string(), kid: z.string().optional() })) });
const refusal = z.object({ error: z.string(), error_description: z.string().catch("") });

const identity = findingsAbout("Identity provider");
const keys = findingsAbout("Identity provider's keys");
const clock = findingsAbout("Clock");
const redirectAddress = findingsAbout("Redirect address");
const secret = findingsAbout("Client secret");

const isOpenToHttp = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * Entra's error numbers, and other providers' error texts. An answer that names the parameter is no proof: sign-in
 * pages do that too.
 */
const notRegistered =
  /AADSTS50011\b|AADSTS500113\b|invalid_redirect_uri|(invalid|mismatch|not match).{0,40}redirect_uri|redirect_uri.{0,20}(did not match|mismatch)/i;
const unknownApplication = /AADSTS700016|AADSTS90013|invalid_client/;

type Portal = Pick<
  Env,
  | "APP_URL"
  | "MICROSOFT_AUTHORITY"
  | "MICROSOFT_TENANT_ID"
  | "MICROSOFT_CLIENT_ID"
  | "MICROSOFT_CLIENT_SECRET"
>;

const tenantOf = ({ MICROSOFT_AUTHORITY, MICROSOFT_TENANT_ID }: Portal) =>
  `${MICROSOFT_AUTHORITY}/${MICROSOFT_TENANT_ID}`;

/** This machine's clock compared with the authority's Date header. */
function clockFinding({ headers, at }: Reached): Finding {
  const theirs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirs))
    return clock.warning(
      "The identity provider's answer carries no time to compare this machine's clock with.",
      "Compare it yourself: date -u.",
    );
  const seconds = Math.round(Math.abs(at - theirs) / 1000);
  const off = `This machine's clock is ${seconds} seconds ${at > theirs ? "ahead of" : "behind"} the identity provider's.`;
  const mend = "Have this machine set its clock by the network: timedatectl set-ntp true.";
  if (seconds > forgivenSeconds)
    return clock.wrong(`${off} Beyond ${forgivenSeconds} seconds no sign-in is accepted.`, mend);
  if (seconds > noticedSeconds) return clock.warning(off, mend);
  return clock.ok("This machine's clock agrees with the identity provider's.");
}

function issuerFinding(answer: Reached): Finding {
  const document = discovery.safeParse(jsonOf(answer));
  if (answer.status !== 200 || !document.success)
    return identity.wrong(
      `MICROSOFT_AUTHORITY answers, but has no discovery document for the tenant of MICROSOFT_TENANT_ID (status ${answer.status}).`,
      "Take the directory (tenant) ID from the app registration's overview, and https://login.microsoftonline.com as authority.",
    );
  if (
    /^https:\/\/sts\.windows\.net\//.test(document.data.issuer) ||
    /\/v1(\.0)?\/?$/.test(document.data.issuer)
  )
    return identity.wrong(
      "The discovery document names an issuer of version 1, and the portal reads tokens of version 2.",
      "Set MICROSOFT_AUTHORITY to the origin alone, such as https://login.microsoftonline.com, without a path.",
    );
  return identity.ok(
    "The identity provider answers, and its discovery document names an issuer the portal can check.",
  );
}

async function keysFinding(portal: Portal): Promise<Finding> {
  try {
    const answer = await ask(`${tenantOf(portal)}/discovery/v2.0/keys`);
    const read = keySet.safeParse(jsonOf(answer));
    const some = read.success && read.data.keys.some(({ kty }) => kty === "RSA" || kty === "EC");
    if (some) return keys.ok("The identity provider publishes keys to check its tokens with.");
    return keys.wrong(
      `The identity provider publishes no key to check its tokens with (status ${answer.status}).`,
      "Compare MICROSOFT_AUTHORITY with the jwks_uri of its discovery document: the portal asks {authority}/{tenant}/discovery/v2.0/keys.",
    );
  } catch (problem) {
    return keys.wrong(
      `The identity provider's keys cannot be had: ${whyNoAnswer(problem)}.`,
      "Let this machine reach MICROSOFT_AUTHORITY, through a proxy or firewall where there is one.",
    );
  }
}

/**
 * Whether the provider accepts the redirect address: tested with a silent sign-in without a session, which has no
 * effect.
 */
async function redirectFinding(portal: Portal): Promise<Finding> {
  const back = `${portal.APP_URL}/auth/callback`;
  if (back.startsWith("http:") && !isOpenToHttp(portal.APP_URL))
    return redirectAddress.wrong(
      `${back} is http, which identity providers accept for localhost only.`,
      "Set APP_URL to the https address that people open.",
    );
  const address = new URL(`${tenantOf(portal)}/oauth2/v2.0/authorize`);
  address.search = String(
    new URLSearchParams({
      client_id: portal.MICROSOFT_CLIENT_ID,
      response_type: "code",
      redirect_uri: back,
      scope: "openid profile",
      prompt: "none",
      state: "doctor",
      nonce: "doctor",
      // The challenge of the specification's example: no code is ever returned.
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    }),
  );
  try {
    const answer = await ask(address.href);
    if (answer.headers.get("location")?.startsWith(`${back}?`))
      return redirectAddress.ok(`The identity provider sends people back to ${back}.`);
    if (unknownApplication.test(answer.text))
      return redirectAddress.wrong(
        "The identity provider does not know the application of MICROSOFT_CLIENT_ID in this tenant.",
        "Take the application (client) ID from the app registration's overview.",
      );
    if (notRegistered.test(answer.text))
      return redirectAddress.wrong(
        `The identity provider does not accept ${back} as redirect address.`,
        `Register exactly ${back} under Authentication, platform Web, or set APP_URL to the address that is registered.`,
      );
    return redirectAddress.warning(
      `Whether the identity provider accepts ${back} cannot be told from its answer (status ${answer.status}).`,
      "Sign in once and see.",
    );
  } catch (problem) {
    return redirectAddress.wrong(
      `The identity provider's sign-in page cannot be reached: ${whyNoAnswer(problem)}.`,
      "Let this machine reach MICROSOFT_AUTHORITY.",
    );
  }
}

/** Whether the provider accepts the secret: tested by requesting an application token, which is discarded. */
async function secretFinding(portal: Portal): Promise<Finding> {
  try {
    const answer = await ask(`${tenantOf(portal)}/oauth2/v2.0/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: portal.MICROSOFT_CLIENT_ID,
        client_secret: portal.MICROSOFT_CLIENT_SECRET,
        scope: "https://graph.microsoft.com/.default",
      }),
    });
    if (answer.status === 429)
      return secret.warning(
        "The identity provider asks to be left alone for a while, so the client secret was not tried.",
        "Run the check again in some minutes.",
      );
    const refused = refusal.safeParse(jsonOf(answer));
    const words = refused.success ? refused.data.error_description : "";
    const mend =
      "Make a new one under Certificates & secrets, and set MICROSOFT_CLIENT_SECRET to its value, not to its ID.";
    if (words.includes("AADSTS700016"))
      return secret.warning(
        "The client secret could not be tried: the identity provider does not know the application.",
        "Take MICROSOFT_CLIENT_ID from the app registration's overview, then run the check again.",
      );
    if (words.includes("AADSTS7000222")) return secret.wrong("The client secret has expired.", mend);
    if (refused.success && refused.data.error === "invalid_client")
      return secret.wrong("The identity provider does not take the client secret.", mend);
    if (answer.status >= 500 || (!refused.success && answer.status !== 200))
      return secret.warning(
        `Whether the client secret is right cannot be told from the answer (status ${answer.status}).`,
        "Sign in once and see.",
      );
    return secret.ok("The identity provider takes the client secret.");
  } catch (problem) {
    return secret.wrong(
      `The client secret could not be tried: ${whyNoAnswer(problem)}.`,
      "Let this machine reach MICROSOFT_AUTHORITY.",
    );
  }
}

/** Whether people can sign in: the provider and its tokens, the clock, the redirect address, the secret. */
export async function authorityFindings(portal: Portal): Promise<Finding[]> {
  try {
    const answer = await ask(`${tenantOf(portal)}/v2.0/.well-known/openid-configuration`);
    const issuer = issuerFinding(answer);
    if (issuer.status === "wrong") return [issuer, clockFinding(answer)];
    const further = [keysFinding(portal), redirectFinding(portal), secretFinding(portal)];
    return [issuer, clockFinding(answer), ...(await Promise.all(further))];
  } catch (problem) {
    return [
      identity.wrong(
        `The identity provider cannot be reached: ${whyNoAnswer(problem)}. Nobody can sign in.`,
        "See that MICROSOFT_AUTHORITY is right and that this machine may reach it.",
      ),
    ];
  }
}
