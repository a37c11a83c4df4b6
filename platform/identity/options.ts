import type { IdentityStore } from "./store.ts";

/** The identity provider's settings. Origins have no trailing slash. */
export type IdentityOptions = {
  /** The provider's origin for browsers and the portal, e.g. `http://localhost:4000`. */
  origin: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
  /**
   * Portals that may sign people in: `{origin}/auth/callback` and, after logging out, `{origin}/login`. They receive
   * log-outs at `{origin}/auth/provider-logout`.
   */
  redirectOrigins: readonly string[];
  store: IdentityStore;
  /** Lifetime of access tokens in seconds; an hour by default. */
  accessTokenSeconds?: number;
  log: Record<"error" | "warn", (details: object, message: string) => void>;
};
