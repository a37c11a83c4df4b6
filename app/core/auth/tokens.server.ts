import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { SessionRecord, StoredToken } from "./sessionStore.server.ts";
import type { Identity } from "./user.ts";

const attempts = 3;
const pauseMs = 250;
const renewBeforeMs = 5 * 60_000;
const maxConfirmedMs = 60 * 60_000;
/** After a failed renewal, for as long, nobody waits for another one that they can do without. */
const failedForMs = 30_000;

export type TokenKind = "apiToken" | "graphToken";
export type RenewedToken = {
  token: StoredToken;
  refreshToken: string | undefined;
  /** The person's current identity; undefined if the provider does not send it. */
  person: { subject: string; identity: Identity } | undefined;
};

/** Thrown by `renew` when a retry cannot help: the refresh token is used, revoked or expired. */
export class RenewalRefused extends Error {}

/** A token as stored in a session: renewed five minutes before it expires, or in the last quarter of a short life. */
export function storedToken(value: string, lifeSeconds: number): StoredToken {
  const lifeMs = lifeSeconds * 1000;
  const expiresAt = Date.now() + lifeMs;
  return { value, expiresAt, renewAt: expiresAt - Math.min(renewBeforeMs, lifeMs / 4) };
}

/** The roles of an ID token are used for as long as the access token that came with it, and an hour at most. */
export function confirmationWith({ renewAt, expiresAt }: StoredToken): SessionRecord["confirmed"] {
  const longest = Date.now() + maxConfirmedMs;
  return { renewAt: Math.min(renewAt, longest - renewBeforeMs), expiresAt: Math.min(expiresAt, longest) };
}

/**
 * Provides a session's access tokens and renews them before they expire: at most one renewal at a time per session,
 * in this process and across processes (`changeSession` claims the session). A renewal is tried 3 times, 250 ms apart
 * (sign-in#token-attempts). Each renewal updates the person's roles; the session ends if the provider refuses the
 * person or returns another one (sign-in#roles-again).
 */
export function createTokenStore(options: {
  renew(refreshToken: string, kind: TokenKind): Promise<RenewedToken>;
  changeSession(
    sessionId: string,
    change: (session: SessionRecord) => Promise<SessionRecord | undefined>,
  ): Promise<SessionRecord | undefined>;
  onFailure(problem: unknown, kind: TokenKind): void;
  /** Called with a description of what a renewal changed about a person. */
  onNews?(session: SessionRecord, words: string): Promise<void>;
  pause?: () => Promise<void>;
}) {
  const pause = options.pause ?? (() => delay(pauseMs));
  const running = new Map<string, Promise<SessionRecord | undefined>>();

  const isFresh = (token: StoredToken | undefined): token is StoredToken =>
    token !== undefined && token.renewAt > Date.now();
  const isValid = (token: StoredToken | undefined): token is StoredToken =>
    token !== undefined && token.expiresAt > Date.now();

  const recentlyFailed = new LRUCache<string, true>({ max: 5_000, ttl: failedForMs });

  async function renewed(
    sessionId: string,
    session: SessionRecord,
    kind: TokenKind,
  ): Promise<SessionRecord | undefined> {
    const isConfirmed = kind === "graphToken" || session.confirmed.renewAt > Date.now();
    if ((isFresh(session[kind]) && isConfirmed) || !session.refreshToken) return session;
    // While the old token is still valid, nobody waits for a second attempt.
    const tries = isValid(session[kind]) ? 1 : attempts;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      try {
        const { token, refreshToken, person } = await options.renew(session.refreshToken, kind);
        if (person && person.subject !== session.subject) {
          options.onFailure(new Error("The identity provider answers for another person"), kind);
          return undefined;
        }
        const [before, now] = [session.identity.roles, person?.identity.roles ?? session.identity.roles];
        if (before.join() !== now.join())
          await options.onNews?.(session, `Roles changed from ${before.join(", ")} to ${now.join(", ")}`);
        return {
          ...session,
          ...(person && { identity: person.identity, confirmed: confirmationWith(token) }),
          [kind]: token,
          refreshToken: refreshToken ?? session.refreshToken,
        };
      } catch (problem) {
        options.onFailure(problem, kind);
        // The photo is optional; without an API token the provider no longer knows the person.
        if (problem instanceof RenewalRefused && kind === "apiToken")
          await options.onNews?.(session, "Session ended: the provider knows the person no more");
        if (problem instanceof RenewalRefused) return kind === "apiToken" ? undefined : session;
        if (attempt < tries) await pause();
      }
    }
    recentlyFailed.set(sessionId, true);
    return session;
  }

  /** The session after its renewal, as it was where that fails, undefined once it has ended. One at a time. */
  function renewOnce(
    sessionId: string,
    session: SessionRecord,
    kind: TokenKind,
  ): Promise<SessionRecord | undefined> {
    const key = `${sessionId} ${kind}`;
    const underWay = running.get(key);
    if (underWay) return underWay;
    const work = options
      .changeSession(sessionId, (newest) => renewed(sessionId, newest, kind))
      .catch((problem: unknown) => {
        options.onFailure(problem, kind);
        return session;
      })
      .finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  return {
    /**
     * The session with the person's roles of now, if it is time to ask for them; as it was if that fails, undefined if the
     * provider refuses the person. Never rejects.
     */
    async confirm(sessionId: string, session: SessionRecord): Promise<SessionRecord | undefined> {
      if (session.confirmed.renewAt > Date.now() || recentlyFailed.has(sessionId)) return session;
      return renewOnce(sessionId, session, "apiToken");
    },

    /** A token that is still valid for a while; undefined if none is available (sign-in#no-token). Never rejects. */
    async get(sessionId: string, session: SessionRecord, kind: TokenKind): Promise<string | undefined> {
      const currentToken = session[kind];
      if (isFresh(currentToken) || (isValid(currentToken) && recentlyFailed.has(sessionId)))
        return currentToken.value;
      const token = (await renewOnce(sessionId, session, kind))?.[kind];
      return isValid(token) ? token.value : undefined;
    },
  };
}
