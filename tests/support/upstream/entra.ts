import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { isStaffKey, type StaffMember, type UpstreamStaffKey, upstreamStaff } from "./staff.ts";

/** What an end-point of the upstream answers. */
export type Answer = {
  status: number;
  body: string | Buffer;
  type?: string;
  headers?: Record<string, string>;
};

export const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  type: "application/json; charset=utf-8",
});

/** How long tokens live. */
const tokenSeconds = 3600;

const apiAudience = "api://utopia-portal";

type Grant = {
  staff: UpstreamStaffKey;
  clientId: string;
  redirectUri: string;
  challenge: string | undefined;
  nonce: string | undefined;
  scope: string;
};

type Asked = { method: string; url: URL; form: URLSearchParams; authorization: string | undefined };

export type EntraOptions = {
  origin: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
};

/**
 * An identity provider with Microsoft Entra's paths and habits, and none of the platform's code: its keys
 * carry no `alg`, a token is for one resource only, refresh tokens rotate, and claims that Entra leaves out
 * (email) are left out.
 */
export async function createEntra(options: EntraOptions) {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const { alg: _alg, ...jwk } = { ...(await exportJWK(publicKey)), alg: undefined };
  const kid = randomUUID();
  const issuer = `${options.origin}/${options.tenant}/v2.0`;
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  // People are others on every upstream, so that nothing remembered about them crosses from test to test.
  const run = randomUUID();

  const sign = (claims: Record<string, unknown>, audience: string, subject: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + tokenSeconds)
      .sign(privateKey);

  async function tokensFor(grant: Grant, scope: string): Promise<Answer> {
    const member: StaffMember = upstreamStaff[grant.staff];
    const asked = scope.split(" ").filter((name) => name !== "");
    const forApi = asked.filter((name) => name.startsWith("api://"));
    const forGraph = asked.filter((name) => /^(https:\/\/graph\.microsoft\.com\/)?user\.read$/i.test(name));
    if (forApi.length > 0 && forGraph.length > 0)
      return json(400, { error: "invalid_scope", error_description: "AADSTS28000: more than one resource" });
    if (forApi.some((name) => name !== `${apiAudience}/read`))
      return json(400, { error: "invalid_scope", error_description: "AADSTS65005: unknown scope" });

    const person = {
      oid: createHash("sha256").update(grant.staff).digest("hex").slice(0, 32),
      name: member.name,
      preferred_username: member.username,
      tid: options.tenant,
      ver: "2.0",
      ...(member.roles ? { roles: member.roles } : {}),
    };
    const audience = forApi.length > 0 ? apiAudience : "00000003-0000-0000-c000-000000000000";
    const scp = forApi.length > 0 ? "read" : "openid profile User.Read";
    const refreshToken = randomUUID();
    refreshTokens.set(refreshToken, grant);
    return json(200, {
      token_type: "Bearer",
      scope,
      expires_in: tokenSeconds,
      access_token: await sign({ ...person, scp, jti: randomUUID() }, audience, `${grant.staff}.${run}`),
      refresh_token: refreshToken,
      ...(asked.includes("openid")
        ? {
            id_token: await sign(
              { ...person, ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }) },
              grant.clientId,
              `${grant.staff}.${run}`,
            ),
          }
        : {}),
    });
  }

  function signInPage(url: URL): Answer {
    const buttons = Object.entries(upstreamStaff).map(
      ([key, member]) => `<p><button name="staff" value="${key}">${member.name}</button></p>`,
    );
    const action = `${url.pathname}${url.search}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const body = `<!doctype html><html lang="en"><title>Pick an account</title><h1>Pick an account</h1><form method="post" action="${action}">${buttons.join("")}</form>`;
    return { status: 200, type: "text/html; charset=utf-8", body };
  }

  function authorize({ method, url, form }: Asked): Answer {
    const ask = url.searchParams;
    const redirectUri = ask.get("redirect_uri");
    if (ask.get("client_id") !== options.clientId || redirectUri === null)
      return { status: 400, body: "AADSTS700016: unknown application", type: "text/plain" };
    if (
      ask.get("response_type") !== "code" ||
      ask.get("state") === null ||
      ask.get("code_challenge_method") !== "S256"
    )
      return { status: 400, body: "AADSTS900144: state and PKCE are required", type: "text/plain" };
    if (method === "GET") return signInPage(url);
    const staff = form.get("staff") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", ask.get("state") ?? "");
    if (staff === "cancel") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "AADSTS65004: the person declined");
    } else if (isStaffKey(staff)) {
      const code = randomUUID();
      codes.set(code, {
        staff,
        clientId: options.clientId,
        redirectUri,
        challenge: ask.get("code_challenge") ?? undefined,
        nonce: ask.get("nonce") ?? undefined,
        scope: ask.get("scope") ?? "",
      });
      back.searchParams.set("code", code);
    } else return signInPage(url);
    return { status: 302, body: "", headers: { location: back.href } };
  }

  function clientIsKnown({ form, authorization }: Asked): boolean {
    if (authorization?.startsWith("Basic ")) {
      const [id, secret] = Buffer.from(authorization.slice(6), "base64")
        .toString()
        .split(":")
        .map(decodeURIComponent);
      return id === options.clientId && secret === options.clientSecret;
    }
    return form.get("client_id") === options.clientId && form.get("client_secret") === options.clientSecret;
  }

  async function token(asked: Asked): Promise<Answer> {
    if (!clientIsKnown(asked))
      return json(401, {
        error: "invalid_client",
        error_description: "AADSTS7000215: invalid client secret",
      });
    const { form } = asked;
    if (form.get("grant_type") === "authorization_code") {
      const code = form.get("code") ?? "";
      const grant = codes.get(code);
      codes.delete(code);
      const verifier = form.get("code_verifier") ?? "";
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get("redirect_uri"))
        return json(400, {
          error: "invalid_grant",
          error_description: "AADSTS70008: the code cannot be used",
        });
      return tokensFor(grant, grant.scope);
    }
    if (form.get("grant_type") === "refresh_token") {
      const grant = refreshTokens.get(form.get("refresh_token") ?? "");
      if (!grant)
        return json(400, {
          error: "invalid_grant",
          error_description: "AADSTS700082: the refresh token expired",
        });
      return tokensFor(grant, form.get("scope") ?? grant.scope);
    }
    return json(400, { error: "unsupported_grant_type" });
  }

  const under = `/${options.tenant}`;
  return {
    /** The key of the signed-in person of a bearer token for the portal API; undefined when the token is not good. */
    async callerOf(authorization: string | undefined): Promise<string | undefined> {
      const bearer = authorization?.match(/^Bearer (.+)$/)?.[1];
      if (bearer === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(bearer, publicKey, { issuer, audience: apiAudience });
        return payload.scp === "read" ? payload.sub?.split(".")[0] : undefined;
      } catch (error) {
        if (error instanceof Error && "code" in error) return undefined;
        throw error;
      }
    },
    /** Answers Entra's paths; undefined for any other. */
    async answer(asked: Asked): Promise<Answer | undefined> {
      switch (asked.url.pathname) {
        case `${under}/v2.0/.well-known/openid-configuration`:
          return json(200, {
            issuer,
            authorization_endpoint: `${options.origin}${under}/oauth2/v2.0/authorize`,
            token_endpoint: `${options.origin}${under}/oauth2/v2.0/token`,
            end_session_endpoint: `${options.origin}${under}/oauth2/v2.0/logout`,
            jwks_uri: `${options.origin}${under}/discovery/v2.0/keys`,
            id_token_signing_alg_values_supported: ["RS256"],
          });
        case `${under}/discovery/v2.0/keys`:
          return json(200, { keys: [{ ...jwk, kid, use: "sig" }] });
        case `${under}/oauth2/v2.0/authorize`:
          return authorize(asked);
        case `${under}/oauth2/v2.0/token`:
          return token(asked);
        case `${under}/oauth2/v2.0/logout`: {
          const back = asked.url.searchParams.get("post_logout_redirect_uri");
          return back === null
            ? { status: 200, body: "Signed out", type: "text/plain" }
            : { status: 302, body: "", headers: { location: back } };
        }
        default:
          return undefined;
      }
    },
  };
}
