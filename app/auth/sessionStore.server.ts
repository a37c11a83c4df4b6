import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { everybodyRevokedKey } from "#app/records/folders.ts";
import type { Records } from "#app/records/records.server.ts";
import { identity, nameOf } from "./user.ts";

const leaseSeconds = 60;
/** When a session was last used is written down this often. */
const seenEveryMs = 60_000;

/** An access token; from `renewAt` on it is worth renewing. Both moments are epoch milliseconds. */
const token = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() });
export type StoredToken = z.output<typeof token>;

const sessionRecord = z.object({
  subject: z.string(),
  identity,
  /** In epoch milliseconds, by the clock of the record store. */
  signedInAt: z.number(),
  /** The provider's own name for its session with this browser, where it says one. */
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
  signedInAt: z.number().default(() => Date.now()),
});
export type SignedInPerson = z.output<typeof person>;

/** Nothing that signed in before this moment counts, but for one session, named by its handle. */
const revocation = z.object({ revokedBefore: z.number(), except: z.string().optional() });

const sessionKey = (sessionId: string) => `session:${sessionId}`;
const seenKey = (sessionId: string) => `session-seen:${sessionId}`;
const listKey = (subject: string) => `sessions-of:${subject}`;
const sidKey = (sid: string) => `provider-session:${sid}`;
const peopleKey = "people-signed-in";
/** Whose sessions are revoked: everybody's, a person's, or those of a session at the provider. */
export const revocationKey = (whose: "everybody" | { subject: string } | { sid: string }): string =>
  whose === "everybody"
    ? everybodyRevokedKey
    : "sid" in whose
      ? `${everybodyRevokedKey}:sid:${whose.sid}`
      : `${everybodyRevokedKey}:person:${whose.subject}`;

/** A short name for what an address must not tell: a session's id, or the provider's name for a person. */
export const handleOf = (kind: "session" | "person", id: string): string =>
  createHash("sha256").update(`${kind} ${id}`).digest("base64url").slice(0, 22);

const newSessionId = (): string => randomBytes(32).toString("base64url");

/** A session of a person, as it is shown (sign-in#own-sessions). Both moments are epoch milliseconds. */
export type ListedSession = {
  handle: string;
  sessionId: string;
  device: string;
  signedInAt: number;
  seenAt: number;
};

/**
 * Sessions in these records. Whether one counts is decided whenever it is read, by what was revoked since it signed in;
 * the list of a person's sessions is a view for people and decides nothing (sign-in#end-means-end). A session ends
 * `idleMs` after it was last used, and `maxMs` after its sign-in.
 */
export function createSessionStore(records: Records, { idleMs, maxMs }: { idleMs: number; maxMs: number }) {
  const idleSeconds = Math.ceil(idleMs / 1000);
  const maxSeconds = Math.ceil(maxMs / 1000);
  const noted = new LRUCache<string, true>({ max: 5_000, ttl: seenEveryMs, perf: Date });

  async function counts(sessionId: string, { subject, sid, signedInAt }: SessionRecord): Promise<boolean> {
    if (signedInAt + maxMs <= Date.now()) return false;
    const keys = [revocationKey("everybody"), revocationKey({ subject })];
    if (sid !== undefined) keys.push(revocationKey({ sid }));
    const revoked = await records.getEach(keys, revocation);
    return revoked.every(
      (one) => !one || signedInAt > one.revokedBefore || one.except === handleOf("session", sessionId),
    );
  }

  /** Writes down, once in a while, that a session is in use. */
  async function noteSeen(sessionId: string): Promise<void> {
    if (noted.has(sessionId)) return;
    noted.set(sessionId, true);
    await records.set(seenKey(sessionId), Date.now(), idleSeconds);
  }

  /** When a session was last used, in epoch milliseconds, to a minute. */
  const seenAt = async (sessionId: string, session: SessionRecord): Promise<number> =>
    (await records.get(seenKey(sessionId), z.number())) ?? session.signedInAt;

  /** The session, if there is one that counts; its idle time runs on (sign-in#polls). */
  async function peek(sessionId: string): Promise<SessionRecord | undefined> {
    const session = await records.get(sessionKey(sessionId), sessionRecord);
    return session && (await counts(sessionId, session)) ? session : undefined;
  }

  /** The session, if there is one that counts; reading it restarts its idle time. */
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

  /** How long a session that nobody uses any more has to live, in milliseconds. */
  const runUntilCrash = async (sessionId: string, session: SessionRecord): Promise<number> =>
    Math.min((await seenAt(sessionId, session)) + idleMs, session.signedInAt + maxMs) - Date.now();

  /** What a person's list names and is still stored, whether it counts or not. */
  async function stored(subject: string) {
    const entries = (await records.get(listKey(subject), z.array(entry))) ?? [];
    const ids = entries.map(({ sessionId }) => sessionId);
    const sessions = await records.getEach(ids.map(sessionKey), sessionRecord);
    return entries.flatMap(({ sessionId, device }, at) => {
      const session = sessions[at];
      return session ? [{ sessionId, device, session }] : [];
    });
  }

  /** The sessions of a person that count, the last used first. */
  async function list(subject: string): Promise<ListedSession[]> {
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

  /** Everybody who has signed in within a session's longest life, by name; some may have no session any more. */
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
    await records.withLock(peopleKey, leaseSeconds, async (locked) => {
      const since = Date.now() - maxMs;
      const others = (await people()).filter((one) => one.subject !== subject && one.signedInAt > since);
      const signedIn = { subject, name: nameOf(identity), username: identity.username, signedInAt };
      await locked.set(peopleKey, [...others, signedIn], maxSeconds);
    });
  }

  /** Ends a session for good; resolves to what it was, where there was one. */
  const end = (sessionId: string): Promise<SessionRecord | undefined> =>
    records.take(sessionKey(sessionId), sessionRecord);

  /** Ends what a person's list names and `which` picks; what is ended this way is on the list. */
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

    /** The moment from which on a sign-in counts that begins now, in epoch milliseconds: one clock for all processes. */
    now: records.now,

    /** How long a session that nobody uses any more has to live, in milliseconds; 0 where there is none. */
    async lifeLeft(sessionId: string): Promise<number> {
      const session = await peek(sessionId);
      return session ? Math.max(0, await runUntilCrash(sessionId, session)) : 0;
    },

    /** Starts a session, and puts it on its person's list; resolves to its id. */
    async start(session: SessionRecord, device: string): Promise<string> {
      const sessionId = newSessionId();
      if (session.sid !== undefined) await records.set(sidKey(session.sid), session.subject, maxSeconds);
      await records.set(sessionKey(sessionId), session, idleSeconds);
      await addToLists(sessionId, device, session);
      return sessionId;
    },

    /**
     * Changes a session while no other process does: `change` sees the newest state, and ends the session by resolving to
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
        // A renewal for a background poll must not keep the session: it lives as long as it would have.
        const lifeMs = await runUntilCrash(sessionId, before);
        if (!after || lifeMs <= 0) {
          await locked.delete(sessionKey(sessionId));
          return undefined;
        }
        if (after === before) return peek(sessionId);
        // What was ended while `change` waited for the identity provider is not there to be replaced.
        const isThere = await locked.replace(sessionKey(sessionId), after, Math.ceil(lifeMs / 1000));
        return isThere && (await counts(sessionId, after)) ? after : undefined;
      }),

    /** Ends every session of a person that has begun by now, but for `except`; resolves to those that were listed. */
    async endPerson(subject: string, except?: string): Promise<SessionRecord[]> {
      const key = revocationKey({ subject });
      const now = await records.withLock(key, leaseSeconds, async (locked) => {
        const revokedBefore = await locked.now();
        // A session that somebody else has ended meanwhile is no exception any more.
        const goesOn = except !== undefined && (await peek(except)) !== undefined;
        const revoked = { revokedBefore, ...(goesOn ? { except: handleOf("session", except) } : {}) };
        await locked.set(key, revoked, maxSeconds);
        return revokedBefore;
      });
      return endListed(subject, (sessionId, { signedInAt }) => sessionId !== except && signedInAt <= now);
    },

    /** The person whose session at the provider this is; undefined where no sign-in has named it. */
    ownerOf: (sid: string): Promise<string | undefined> => records.get(sidKey(sid), z.string()),

    /** Ends whatever signed in, or still will, under a session of the provider that is over. */
    async endProviderSession(sid: string, subject: string | undefined): Promise<SessionRecord[]> {
      const revoked = { revokedBefore: Number.MAX_SAFE_INTEGER };
      await records.set(revocationKey({ sid }), revoked, maxSeconds);
      return subject === undefined ? [] : endListed(subject, (_, session) => session.sid === sid);
    },
  };
}
