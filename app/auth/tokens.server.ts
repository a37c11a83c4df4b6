import { setTimeout as delay } from "node:timers/promises";
import type { SessionRecord, StoredToken } from "./sessionStore.server.ts";
import type { Identity } from "./user.ts";

const attempts = 3;
const pauseMs = 250;
const renewBeforeMs = 5 * 60_000;

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

/**
 * Provides a session's access tokens and renews them before they expire: at most one renewal at a time per session,
 * in this process and across processes (`changeSession` takes the lock). A renewal is tried 3 times, 250 ms apart
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

  async function renewed(session: SessionRecord, kind: TokenKind): Promise<SessionRecord | undefined> {
    if (isFresh(session[kind]) || !session.refreshToken) return session;
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
          identity: person?.identity ?? session.identity,
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
    return session;
  }

  return {
    /** A token that is still valid for a while; undefined if none is available (sign-in#no-token). Never rejects. */
    async get(sessionId: string, session: SessionRecord, kind: TokenKind): Promise<string | undefined> {
      const held = session[kind];
      if (isFresh(held)) return held.value;
      const key = `${sessionId} ${kind}`;
      let work = running.get(key);
      if (!work) {
        work = options
          .changeSession(sessionId, (newest) => renewed(newest, kind))
          .catch((problem: unknown) => {
            options.onFailure(problem, kind);
            return session;
          })
          .finally(() => running.delete(key));
        running.set(key, work);
      }
      const token = (await work)?.[kind];
      return isValid(token) ? token.value : undefined;
    },
  };
}
