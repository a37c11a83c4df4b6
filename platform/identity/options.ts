import type { IdentityStore } from "./store.ts";

/** What the identity provider needs to know of its surroundings. Origins have no trailing slash. */
export type IdentityOptions = {
  /** Where browsers and the portal reach this provider, e.g. `http://localhost:4000`. */
  origin: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
  /**
   * Portals that may sign people in: `{origin}/auth/callback` and, after logging out, `{origin}/login`. They are told
   * of log-outs at `{origin}/auth/provider-logout`.
   */
  redirectOrigins: readonly string[];
  store: IdentityStore;
  /** Lifetime of access tokens in seconds; an hour when left out. */
  accessTokenSeconds?: number;
  log: Record<"error" | "warn", (details: object, message: string) => void>;
};
