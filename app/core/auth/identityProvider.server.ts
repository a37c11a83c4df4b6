import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { MicrosoftStrategy } from "remix-auth-microsoft";
import { OAuth2RequestError, type OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { audit } from "#app/core/audit/audit.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, hashedName, openJson } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import { log, wordsOf } from "#app/core/log.server.ts";
import { entriesOf, firstOf, searchOf } from "#app/core/search/search.ts";
import { identityFromClaims, RolesUnreadable } from "./claims.ts";
import { createIdTokenCheck, type LogoutClaims, logoutTokenSeconds } from "./idToken.server.ts";
import { changeSession } from "./session.server.ts";
import type { SessionRecord } from "./sessionStore.server.ts";
import { logoutTokens, pendingSignIns } from "./tables.ts";
import {
  confirmationWith,
  createTokenStore,
  RenewalRefused,
  type RenewedToken,
  storedToken,
} from "./tokens.server.ts";
import { nameOf } from "./user.ts";

export type ProviderTokens = OAuth2Strategy.VerifyOptions["tokens"];

type Options = {
  authority: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  appUrl: string;
  scopes: string[];
};

export const signInSeconds = 15 * 60;

/** Marks a sign-in for which the provider is to ask which account. */
export const otherAccountHeader = "portal-other-account";

/** remix-auth-microsoft under a configured authority, with a nonce, and tokens for other scopes by refresh token. */
export class PortalMicrosoftStrategy<User> extends MicrosoftStrategy<User> {
  readonly stateCookie: string;

  constructor(options: Options, verify: (answer: OAuth2Strategy.VerifyOptions) => Promise<User>) {
    const { authority, tenantId, clientId, clientSecret, appUrl, scopes } = options;
    super({ clientId, clientSecret, tenantId, scopes, redirectURI: `${appUrl}/auth/callback` }, verify);
    const secure = appUrl.startsWith("https:");
    this.stateCookie = secure ? "__Host-signin" : "signin";
    this.options = {
      ...this.options,
      authorizationEndpoint: `${authority}/${tenantId}/oauth2/v2.0/authorize`,
      tokenEndpoint: `${authority}/${tenantId}/oauth2/v2.0/token`,
      cookie: {
        name: this.stateCookie,
        path: "/",
        httpOnly: true,
        sameSite: "Lax",
        maxAge: signInSeconds,
        ...(secure && { secure }),
      },
    };
  }

  // biome-ignore lint/plugin: the strategy hands its own query over, for more to be added to it
  protected override authorizationParams(params: URLSearchParams, request?: Request): URLSearchParams {
    const all = super.authorizationParams(params);
    if (request?.headers.has(otherAccountHeader)) all.set("prompt", "select_account");
    all.set("nonce", randomBytes(24).toString("base64url"));
    return all;
  }

  /** New tokens for `scopes`; rejects with arctic's errors. */
  tokensFor(refreshToken: string, scopes: string[]): Promise<ProviderTokens> {
    return this.client.refreshAccessToken(this.options.tokenEndpoint.toString(), refreshToken, scopes);
  }
}

const renewalTimeoutMs = 10_000;
/** Lifetime of a token without one: short, in seconds. */
const defaultLifeSeconds = 300;

const revocationTimeoutMs = 3_000;
const sessionClaim = z.object({ sid: z.string().min(1).optional().catch(undefined) });

const scopes = {
  signIn: ["openid", "profile", "user.read", "offline_access"],
  // A renewal also reads the person's current identity (sign-in#roles-again).
  apiToken: [env.PORTAL_API_SCOPE, "openid", "profile", "offline_access"],
  graphToken: ["user.read", "openid", "profile", "offline_access"],
};

const signInRecord = z.object({ nonce: z.string(), returnTo: z.string(), popup: z.boolean() });
type PendingSignIn = z.output<typeof signInRecord>;

const pendingLabel = (id: string) => `sign-in:${id}`;
const isPending = (state: string) =>
  and(eq(pendingSignIns.id, hashedName(state)), gt(pendingSignIns.expiresAt, sql`now()`));
const openPending = ([row]: (typeof pendingSignIns.$inferSelect)[]): PendingSignIn | undefined =>
  row && openJson(seal, pendingLabel(row.id), row.content, signInRecord);

const idTokenCheck = createIdTokenCheck({
  authority: env.MICROSOFT_AUTHORITY,
  tenantId: env.MICROSOFT_TENANT_ID,
  clientId: env.MICROSOFT_CLIENT_ID,
  allowedTenants: env.MICROSOFT_ALLOWED_TENANTS,
});

const lifeSecondsOf = (tokens: ProviderTokens): number => {
  const life = z.object({ expires_in: z.coerce.number().positive() }).safeParse(tokens.data);
  return life.success ? life.data.expires_in : defaultLifeSeconds;
};

export type SignedIn = { session: Omit<SessionRecord, "signedInAt">; pending: PendingSignIn };

/** The provider for remix-auth; a completed sign-in yields the new session. */
export const microsoft = new PortalMicrosoftStrategy<SignedIn>(
  {
    authority: env.MICROSOFT_AUTHORITY,
    tenantId: env.MICROSOFT_TENANT_ID,
    clientId: env.MICROSOFT_CLIENT_ID,
    clientSecret: env.MICROSOFT_CLIENT_SECRET,
    appUrl: env.APP_URL,
    scopes: scopes.signIn,
  },
  async ({ request, tokens }) => {
    const state = firstOf(entriesOf(request.url), "state") ?? "";
    // Taken by one callback only.
    const pending = openPending(await database.delete(pendingSignIns).where(isPending(state)).returning());
    if (!pending) throw new Error("The sign-in is unknown, was used already, or took too long");
    const claims = await idTokenCheck.verify(tokens.idToken(), pending.nonce);
    const { subject, identity } = identityFromClaims(claims);
    const { sid } = sessionClaim.parse(claims);
    const graphToken = storedToken(tokens.accessToken(), lifeSecondsOf(tokens));
    const session = {
      subject,
      identity,
      confirmed: confirmationWith(graphToken),
      sid,
      refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : undefined,
      graphToken,
    };
    return { session, pending };
  },
);

/**
 * The session to end by a back-channel logout token. Each token is accepted once: a replay must not
 * end later sessions. Rejects for one that is not the provider's.
 */
export async function verifyLogoutToken(logoutToken: string): Promise<LogoutClaims> {
  const claims = await idTokenCheck.verifyLogout(logoutToken);
  const claimed = await database
    .insert(logoutTokens)
    .values({ jti: claims.jti, expiresAt: inSeconds(logoutTokenSeconds * 2) })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) throw new Error("This logout token was taken already");
  return claims;
}

/** The session to end by a front-channel log-out: only the provider knows its `sid`. Rejects another issuer's. */
export async function verifyFrontChannel(
  iss: string | undefined,
  sid: string | undefined,
): Promise<{ sid: string }> {
  if (!iss || !sid) throw new Error("A front-channel log-out names its issuer and its session");
  if (!(await idTokenCheck.isIssuer(iss))) throw new Error("The log-out is announced by somebody else");
  return { sid };
}

/** Revokes a refresh token if the provider supports it; never rejects, and logs a failure. */
export async function revokeAtProvider(refreshToken: string): Promise<void> {
  try {
    const address = await idTokenCheck.revocationEndpoint();
    if (!address) return;
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: searchOf([
        ["token", refreshToken],
        ["token_type_hint", "refresh_token"],
        ["client_id", env.MICROSOFT_CLIENT_ID],
        ["client_secret", env.MICROSOFT_CLIENT_SECRET],
      ]).slice(1),
      signal: AbortSignal.timeout(revocationTimeoutMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) log.warn({ status: answer.status }, "a refresh token was not taken back");
  } catch (problem) {
    log.warn({ problem: wordsOf(problem) }, "a refresh token was not taken back");
  }
}

/** Stores what the callback needs, under `state`. */
export async function keepPending(state: string, pending: PendingSignIn, seconds: number): Promise<void> {
  const id = hashedName(state);
  const content = closeJson(seal, pendingLabel(id), pending);
  await database.insert(pendingSignIns).values({ id, content, expiresAt: inSeconds(seconds) });
}

/** The pending sign-in of a callback, successful or not; undefined if unknown or expired. */
export async function pendingOf(request: Request): Promise<PendingSignIn | undefined> {
  const state = firstOf(entriesOf(request.url), "state");
  if (state === undefined) return undefined;
  return openPending(await database.select().from(pendingSignIns).where(isPending(state)));
}

/** The person's current identity; undefined if the provider sends no ID token. Rejects for an invalid one. */
async function personOf(tokens: ProviderTokens): Promise<RenewedToken["person"]> {
  if (!("id_token" in tokens.data)) {
    log.warn("a token renewal came without an ID token: the roles stay as they were");
    return undefined;
  }
  const claims = await idTokenCheck.verify(tokens.idToken(), undefined);
  try {
    return identityFromClaims(claims);
  } catch (problem) {
    // A retry would give the same result: the session ends, and the next sign-in says why (sign-in#overage).
    if (problem instanceof RolesUnreadable) throw new RenewalRefused(problem.message, { cause: problem });
    throw problem;
  }
}

async function renew(refreshToken: string, kind: "apiToken" | "graphToken"): Promise<RenewedToken> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The identity provider did not answer")), renewalTimeoutMs);
  });
  try {
    const tokens = await Promise.race([microsoft.tokensFor(refreshToken, scopes[kind]), tooLate]);
    return {
      token: storedToken(tokens.accessToken(), lifeSecondsOf(tokens)),
      refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : undefined,
      person: await personOf(tokens),
    };
  } catch (problem) {
    if (problem instanceof OAuth2RequestError && problem.code === "invalid_grant") {
      throw new RenewalRefused("The identity provider no longer accepts the refresh token", {
        cause: problem,
      });
    }
    throw problem;
  } finally {
    clearTimeout(timer);
  }
}

export const tokens = createTokenStore({
  renew,
  changeSession,
  onNews: ({ subject, identity }, words) =>
    audit({ kind: "session", did: words, outcome: "done", subject, name: nameOf(identity) }),
  onFailure: (problem, kind) => log.warn({ kind, problem: wordsOf(problem) }, "token renewal"),
});
