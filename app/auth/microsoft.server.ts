import { randomBytes } from "node:crypto";
import { MicrosoftStrategy } from "remix-auth-microsoft";
import type { OAuth2Strategy } from "remix-auth-oauth2";

export type ProviderTokens = OAuth2Strategy.VerifyOptions["tokens"];

type Options = {
  authority: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  appUrl: string;
  scopes: string[];
};

/** Time limit of a sign-in, in seconds. */
export const signInSeconds = 15 * 60;

/** Marks a sign-in for which the provider is to ask which account. */
export const otherAccountHeader = "portal-other-account";

/**
 * remix-auth-microsoft with its endpoints under a configured authority, a nonce on every sign-in, and
 * tokens for other scopes by refresh token.
 */
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
