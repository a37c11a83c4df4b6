import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { everybodyRevokedKey } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { identity, nameOf } from "./user.ts";

const leaseSeconds = 60;
/** How often a session's last use is stored. */
const seenEveryMs = 60_000;

/** An access token, to be renewed from `renewAt` on. Both moments are epoch milliseconds. */
const token = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() });
export type StoredToken = z.output<typeof token>;

/** When a person's account and roles are confirmed again, and until when they may be used without that. */
const confirmation = token.omit({ value: true });

const sessionRecord = z.object({
  subject: z.string(),
  identity,
  /** Of `identity`; by the provider's latest ID token (sign-in#roles-again). */
  confirmed: confirmation.default({ renewAt: 0, expiresAt: 0 }),
  /** In epoch milliseconds, by the clock of the record store. */
  signedInAt: z.number(),
  /** The provider's ID of its session with this browser, if it sends one. */
  sid: z.string().optional(),
  refreshToken: z.string().optional(),
  graphToken: token.optional(),
  apiToken: token.optional(),
});
export type SessionRecord = z.output<typeof sessionRecord>;

const entry = z.object({ sessionId: z.string(), device: z.string() });
const person = z.object({
  subject: z.string(),
  name: z.string(),
  username: z.string(),
  roles: z.array(z.string()).default([]),
  signedInAt: z.number().default(() => Date.now()),
});
export type SignedInPerson = z.output<typeof person>;

/** Sign-ins before this moment are invalid, except one session, given by its handle. */
const revocation = z.object({ revokedBefore: z.number(), except: z.string().optional() });

const sessionKey = (sessionId: string) => `session:${sessionId}`;
const seenKey = (sessionId: string) => `session-seen:${sessionId}`;
const listKey = (subject: string) => `sessions-of:${subject}`;
const sidKey = (sid: string) => `provider-session:${sid}`;
const peopleKey = "people-signed-in";
/** The scope of a revocation: everybody, one person, or one session at the provider. */
export const revocationKey = (owner: "everybody" | { subject: string } | { sid: string }): string =>
  owner === "everybody"
    ? everybodyRevokedKey
    : "sid" in owner
      ? `${everybodyRevokedKey}:sid:${owner.sid}`
      : `${everybodyRevokedKey}:person:${owner.subject}`;

/** A short public ID for a secret one: a session's, or the provider's of a person. */
export const handleOf = (kind: "session" | "person", id: string): string =>
  createHash("sha256").update(`${kind} ${id}`).digest("base64url").slice(0, 22);

const newSessionId = (): string => randomBytes(32).toString("base64url");

/**
 * Sessions in these records. Validity is checked at every read against the revocations since its sign-in; the list of
 * a person's sessions is for display and decides nothing (sign-in#end-means-end). A session ends `idleMs` after its
 * last use, and `maxMs` after its sign-in.
 */
export function createSessionStore(records: Records, { idleMs, maxMs }: { idleMs: number; maxMs: number }) {
  const idleSeconds = Math.ceil(idleMs / 1000);
  const maxSeconds = Math.ceil(maxMs / 1000);
  const recentlySeen = new LRUCache<string, true>({ max: 5_000, ttl: seenEveryMs, perf: Date });

  async function counts(sessionId: string, { subject, sid, signedInAt }: SessionRecord): Promise<boolean> {
    if (signedInAt + maxMs <= Date.now()) return false;
    const keys = [revocationKey("everybody"), revocationKey({ subject })];
    if (sid !== undefined) keys.push(revocationKey({ sid }));
    const revoked = await records.getEach(keys, revocation);
    return revoked.every(
      (one) => !one || signedInAt > one.revokedBefore || one.except === handleOf("session", sessionId),
    );
  }

  /** Stores the last use of a session, at intervals. */
  async function noteSeen(sessionId: string): Promise<void> {
    if (recentlySeen.has(sessionId)) return;
    recentlySeen.set(sessionId, true);
    await records.set(seenKey(sessionId), Date.now(), idleSeconds);
  }

  /** The last use of a session, in epoch milliseconds, to the minute. */
  const seenAt = async (sessionId: string, session: SessionRecord): Promise<number> =>
    (await records.get(seenKey(sessionId), z.number())) ?? session.signedInAt;

  /** The session, if it is valid; does not extend its idle time (sign-in#polls). */
  async function peek(sessionId: string): Promise<SessionRecord | undefined> {
    const session = await records.get(sessionKey(sessionId), sessionRecord);
    return session && (await counts(sessionId, session)) ? session : undefined;
  }

  /** The session, if it is valid; restarts its idle time. */
  async function read(sessionId: string): Promise<SessionRecord | undefined> {
    const session = await records.get(sessionKey(sessionId), sessionRecord, idleSeconds);
    if (!session) return undefined;
    if (!(await counts(sessionId, session))) {
      await records.delete(sessionKey(sessionId));
      return undefined;
    }
    await noteSeen(sessionId);
    return session;
  }

  /** Remaining time of a session that is not used any more, in milliseconds. */
  const runUntilCrash = async (sessionId: string, session: SessionRecord): Promise<number> =>
    Math.min((await seenAt(sessionId, session)) + idleMs, session.signedInAt + maxMs) - Date.now();

  /** The sessions of a person's list that are still stored, valid or not. */
  async function stored(subject: string) {
    const entries = (await records.get(listKey(subject), z.array(entry))) ?? [];
    const ids = entries.map(({ sessionId }) => sessionId);
    const sessions = await records.getEach(ids.map(sessionKey), sessionRecord);
    return entries.flatMap(({ sessionId, device }, at) => {
      const session = sessions[at];
      return session ? [{ sessionId, device, session }] : [];
    });
  }

  /** The valid sessions of a person, last used first (sign-in#own-sessions). Moments are epoch milliseconds. */
  async function list(subject: string) {
    const found = await Promise.all(
      (await stored(subject)).map(async ({ sessionId, device, session }) => {
        if (!(await counts(sessionId, session))) return [];
        const handle = handleOf("session", sessionId);
        const { signedInAt } = session;
        return [{ handle, sessionId, device, signedInAt, seenAt: await seenAt(sessionId, session) }];
      }),
    );
    return found.flat().sort((one, other) => other.seenAt - one.seenAt);
  }

  /** Everybody who has signed in within a session's maximum lifetime, by name; some may have no session any more. */
  async function people(): Promise<SignedInPerson[]> {
    const found = (await records.get(peopleKey, z.array(person))) ?? [];
    return found.sort((one, other) => one.name.localeCompare(other.name));
  }

  async function addToLists(sessionId: string, device: string, session: SessionRecord): Promise<void> {
    const { subject, identity, signedInAt } = session;
    await records.withLock(listKey(subject), leaseSeconds, async (locked) => {
      const others = (await stored(subject)).map((one) => ({ sessionId: one.sessionId, device: one.device }));
      await locked.set(listKey(subject), [...others, { sessionId, device }], maxSeconds);
    });
    const { username, roles } = identity;
    const signedIn = { subject, name: nameOf(identity), username, roles, signedInAt };
    await records.change(peopleKey, z.array(person), maxSeconds, (known = []) => {
      const since = Date.now() - maxMs;
      return [...known.filter((one) => one.subject !== subject && one.signedInAt > since), signedIn];
    });
  }

  /** Ends a session for good; resolves to its last state, if there was one. */
  const end = (sessionId: string): Promise<SessionRecord | undefined> =>
    records.take(sessionKey(sessionId), sessionRecord);

  /** Ends the sessions of a person's list that `which` selects; only listed sessions can be ended this way. */
  async function endListed(
    subject: string,
    which: (sessionId: string, session: SessionRecord) => boolean,
  ): Promise<SessionRecord[]> {
    const ending = (await stored(subject)).filter(({ sessionId, session }) => which(sessionId, session));
    const ended = await Promise.all(ending.map(({ sessionId }) => end(sessionId)));
    return ended.flatMap((session) => session ?? []);
  }

  return {
    read,
    peek,
    list,
    people,
    end,

    /** The time of a sign-in that starts now, in epoch milliseconds: the same clock for all processes. */
    now: records.now,

    /** Remaining time of a session that is not used any more, in milliseconds; 0 if there is none. */
    async lifeLeft(sessionId: string): Promise<number> {
      const session = await peek(sessionId);
      return session ? Math.max(0, await runUntilCrash(sessionId, session)) : 0;
    },

    /** Starts a session and adds it to its person's list; resolves to its ID. */
    async start(session: SessionRecord, device: string): Promise<string> {
      const sessionId = newSessionId();
      if (session.sid !== undefined) await records.set(sidKey(session.sid), session.subject, maxSeconds);
      await records.set(sessionKey(sessionId), session, idleSeconds);
      await addToLists(sessionId, device, session);
      return sessionId;
    },

    /**
     * Changes a session under its lock: `change` gets the latest state, and ends the session by resolving to
     * undefined. Resolves to the new state, or undefined when the session has ended, before or meanwhile.
     */
    change: (
      sessionId: string,
      change: (session: SessionRecord) => Promise<SessionRecord | undefined>,
    ): Promise<SessionRecord | undefined> =>
      records.withLock(sessionKey(sessionId), leaseSeconds, async (locked) => {
        const before = await peek(sessionId);
        if (!before) return undefined;
        const after = await change(before);
        // A renewal for a background poll must not extend the session: its lifetime is unchanged.
        const lifeMs = await runUntilCrash(sessionId, before);
        if (!after || lifeMs <= 0) {
          await locked.delete(sessionKey(sessionId));
          return undefined;
        }
        if (after === before) return peek(sessionId);
        // A session ended while `change` waited for the identity provider must not be restored.
        const isThere = await locked.replace(sessionKey(sessionId), after, Math.ceil(lifeMs / 1000));
        return isThere && (await counts(sessionId, after)) ? after : undefined;
      }),

    /** Ends every session of a person started so far except `except`; resolves to those listed. */
    async endPerson(subject: string, except?: string): Promise<SessionRecord[]> {
      const key = revocationKey({ subject });
      const now = await records.withLock(key, leaseSeconds, async (locked) => {
        const revokedBefore = await locked.now();
        // An exempted session that has ended meanwhile is no exception any more.
        const goesOn = except !== undefined && (await peek(except)) !== undefined;
        const revoked = { revokedBefore, ...(goesOn ? { except: handleOf("session", except) } : {}) };
        await locked.set(key, revoked, maxSeconds);
        return revokedBefore;
      });
      return endListed(subject, (sessionId, { signedInAt }) => sessionId !== except && signedInAt <= now);
    },

    /** The person of this session at the provider; undefined if no sign-in had it. */
    ownerOf: (sid: string): Promise<string | undefined> => records.get(sidKey(sid), z.string()),

    /** Ends whatever signed in, or still will, under an ended session of the provider. */
    async endProviderSession(sid: string, subject: string | undefined): Promise<SessionRecord[]> {
      const revoked = { revokedBefore: Number.MAX_SAFE_INTEGER };
      await records.set(revocationKey({ sid }), revoked, maxSeconds);
      return subject === undefined ? [] : endListed(subject, (_, session) => session.sid === sid);
    },
  };
}
