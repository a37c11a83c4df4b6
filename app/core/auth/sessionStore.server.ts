import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import { inSeconds } from "#app/core/database/columns.ts";
import { closeJson, hashedName, openJson, type Seal } from "#app/core/database/seal.server.ts";
import type { Database } from "#database/connect.ts";
import { peopleSignedIn, providerSessions, revocations, sessions } from "./tables.ts";
import { identity, nameOf } from "./user.ts";

/** A process that renews a session's tokens has so long before another one may do it instead. */
const claimSeconds = 60;
const pollMs = 40;
/** How often a session's last use is stored. */
const seenEverySeconds = 60;

/** An access token, to be renewed from `renewAt` on. Both moments are epoch milliseconds. */
const token = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() });
export type StoredToken = z.output<typeof token>;

/** When a person's account and roles are confirmed again, and until when they may be used without that. */
const confirmation = token.omit({ value: true });

const sealed = z.object({
  identity,
  /** Of `identity`; by the provider's latest ID token (sign-in#roles-again). */
  confirmed: confirmation.default({ renewAt: 0, expiresAt: 0 }),
  refreshToken: z.string().optional(),
  graphToken: token.optional(),
  apiToken: token.optional(),
});

export type SessionRecord = z.output<typeof sealed> & {
  subject: string;
  /** In epoch milliseconds and their fractions, by the clock of the database. */
  signedInAt: number;
  /** The provider's ID of its session with this browser, if it sends one. */
  sid?: string | undefined;
};

/** A session as lists show it. Moments are epoch milliseconds. */
export type ListedSession = {
  /** A public name for it among its person's. */
  handle: string;
  device: string;
  signedInAt: number;
  seenAt: number;
  isThis: boolean;
};

export type SignedInPerson = { subject: string; name: string; username: string; roles: string[] };

/** A short public ID for the provider's secret one of a person. */
export const handleOf = (subject: string): string =>
  createHash("sha256").update(`person ${subject}`).digest("base64url").slice(0, 22);

/** A session's is the beginning of its row's key, from which nobody gets to its id. */
const handleLength = 22;
const handle = sql<string>`left(${sessions.id}, ${handleLength})`;

const newSessionId = (): string => randomBytes(32).toString("base64url");

/** Epoch milliseconds, with the fraction that tells moments within one apart. */
const milliseconds = (moment: SQL | typeof sessions.seenAt) =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::float8`;
const momentOf = (ms: number): SQL<Date> => sql`to_timestamp(${ms / 1000}::float8)`;
/** Unlike `now()`, it goes on within a transaction, which may have waited for another. */
const thisMoment = sql<Date>`clock_timestamp()`;

const isRevoked = sql`exists (select from ${revocations}
  where ${revocations.revokedBefore} >= ${sessions.signedInAt}
    and ${revocations.sparedSession} is distinct from ${sessions.id}
    and (${revocations.scope}, ${revocations.owner}) in
      (('person', ${sessions.subject}), ('provider session', coalesce(${sessions.sid}, ''))))`;
/** What makes a session count, in the one statement that reads or changes it. */
const isValid = and(gt(sessions.expiresAt, sql`now()`), not(isRevoked));

const { content, subject, sid, id } = getTableColumns(sessions);
const columns = {
  ...{ id, subject, sid, content },
  signedInAt: milliseconds(sql`${sessions.signedInAt}`),
};
type Row = { id: string; subject: string; sid: string | null; content: string; signedInAt: number };

/** How long a session lasts after its last use, and after its sign-in. */
type Lives = { idleMs: number; maxMs: number };

/**
 * Sessions in this database. Validity is checked at every read against the revocations since its sign-in, in the same
 * statement (sign-in#end-means-end). Models replace the `pause` between two looks at a renewal elsewhere.
 */
export function createSessionStore(
  database: Database,
  seal: Seal,
  { idleMs, maxMs }: Lives,
  pause: () => Promise<unknown> = () => delay(pollMs),
) {
  const idleSeconds = idleMs / 1000;
  const maxSeconds = maxMs / 1000;

  /** When a session ends that was used now. */
  const expiryAfterUse = (signedInAt: SQL | typeof sessions.signedInAt) =>
    sql<Date>`least(${inSeconds(idleSeconds)}, ${signedInAt} + make_interval(secs => ${maxSeconds}))`;

  const labelOf = (row: Pick<Row, "id" | "subject">) => `session:${row.id}:${row.subject}`;
  const sealOf = (rowId: string, { subject, sid: _, signedInAt: __, ...session }: SessionRecord) =>
    closeJson(seal, labelOf({ id: rowId, subject }), session);

  function open(row: Row | undefined): SessionRecord | undefined {
    const opened = row && openJson(seal, labelOf(row), row.content, sealed);
    return (
      opened && {
        ...opened,
        ...{ subject: row.subject, signedInAt: row.signedInAt, sid: row.sid ?? undefined },
      }
    );
  }
  const openAll = (rows: readonly Row[]) => rows.flatMap((row) => open(row) ?? []);

  // Each request of a person makes it: written once.
  const readOne = database
    .select({ ...columns, isOld: sql<boolean>`${sessions.seenAt} < ${inSeconds(-seenEverySeconds)}` })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder("id")), isValid))
    .prepare("session");

  /** The session, if it is valid; does not extend its idle time (sign-in#polls). */
  async function peek(sessionId: string): Promise<SessionRecord | undefined> {
    const [row] = await readOne.execute({ id: hashedName(sessionId) });
    return open(row);
  }

  /** The session, if it is valid; restarts its idle time, to the minute. */
  async function read(sessionId: string): Promise<SessionRecord | undefined> {
    const rowId = hashedName(sessionId);
    const [row] = await readOne.execute({ id: rowId });
    if (row?.isOld)
      await database
        .update(sessions)
        .set({ seenAt: sql`now()`, expiresAt: expiryAfterUse(sessions.signedInAt) })
        .where(and(eq(sessions.id, rowId), isValid));
    return open(row);
  }

  const listed = (own: string | undefined) => ({
    handle,
    device: sessions.device,
    signedInAt: columns.signedInAt,
    seenAt: milliseconds(sessions.seenAt),
    isThis: sql<boolean>`${sessions.id} = ${own === undefined ? "" : hashedName(own)}`,
  });

  /** Deletes the sessions that `which` selects; resolves to them. */
  async function endThose(which: SQL | undefined, within: Database = database): Promise<SessionRecord[]> {
    // In one order, so that two that end the same ones never wait for each other.
    const ending = within
      .select({ id: sessions.id })
      .from(sessions)
      .where(which)
      .orderBy(asc(sessions.id))
      .for("update");
    return openAll(await within.delete(sessions).where(inArray(sessions.id, ending)).returning(columns));
  }

  type Claim = { session: SessionRecord; until: string };

  /** Claims the renewal of a session once nobody else has it; undefined if it has ended, before or meanwhile. */
  async function claim(rowId: string): Promise<Claim | undefined> {
    const isIt = and(eq(sessions.id, rowId), isValid);
    for (;;) {
      const [row] = await database
        .update(sessions)
        .set({ renewingUntil: inSeconds(claimSeconds) })
        .where(and(isIt, or(isNull(sessions.renewingUntil), lt(sessions.renewingUntil, sql`now()`))))
        .returning({ ...columns, until: sql<string>`${sessions.renewingUntil}::text` });
      const session = open(row);
      if (row) return session && { session, until: row.until };
      if ((await database.$count(sessions, isIt)) === 0) return undefined;
      await pause();
    }
  }

  return {
    read,
    peek,

    /** The valid sessions of a person, last used first (sign-in#own-sessions); `own` is the ID of the one in use. */
    list: (subject: string, own?: string): Promise<ListedSession[]> =>
      database
        .select(listed(own))
        .from(sessions)
        .where(and(eq(sessions.subject, subject), isValid))
        .orderBy(desc(sessions.seenAt)),

    /** Everybody who has signed in within a session's maximum lifetime, by name; some may have no session any more. */
    async people(): Promise<SignedInPerson[]> {
      const { subject, name, username, roles } = peopleSignedIn;
      const found = await database
        .select({ subject, name, username, roles })
        .from(peopleSignedIn)
        .where(gt(peopleSignedIn.expiresAt, sql`now()`));
      return found.sort((one, other) => one.name.localeCompare(other.name));
    },

    /** Everybody who has a valid session, by name, with their sessions, last used first (sign-in#people). */
    async peopleWithSessions(): Promise<(SignedInPerson & { sessions: ListedSession[] })[]> {
      const rows = await database
        .select({ person: peopleSignedIn, session: listed(undefined) })
        .from(sessions)
        .innerJoin(peopleSignedIn, eq(peopleSignedIn.subject, sessions.subject))
        .where(isValid)
        .orderBy(desc(sessions.seenAt));
      const people = new Map<string, SignedInPerson & { sessions: ListedSession[] }>();
      for (const { person, session } of rows) {
        const entry = people.get(person.subject) ?? { ...person, sessions: [] };
        people.set(person.subject, entry);
        entry.sessions.push(session);
      }
      return [...people.values()].sort((one, other) => one.name.localeCompare(other.name));
    },

    /** Ends a session for good; resolves to its last state, if there was one. */
    async end(sessionId: string): Promise<SessionRecord | undefined> {
      const [ended] = await endThose(eq(sessions.id, hashedName(sessionId)));
      return ended;
    },

    /** Ends a person's session of this handle for good; resolves to it, if there was one. */
    endListed: (subject: string, ending: string): Promise<SessionRecord[]> =>
      endThose(and(eq(sessions.subject, subject), eq(handle, ending))),

    /** The time of a sign-in that starts now, in epoch milliseconds: the same clock for all processes. */
    async now(): Promise<number> {
      const [clock] = await database
        .select({ now: milliseconds(thisMoment) })
        .from(sql`(values (1)) as clock`);
      if (!clock) throw new Error("The database does not tell the time");
      return clock.now;
    },

    /** Remaining time of a session that is not used any more, in milliseconds; 0 if there is none. */
    async lifeLeft(sessionId: string): Promise<number> {
      const leftMs = sql<number>`(extract(epoch from ${sessions.expiresAt} - now()) * 1000)::float8`;
      const [row] = await database
        .select({ leftMs })
        .from(sessions)
        .where(and(eq(sessions.id, hashedName(sessionId)), isValid));
      return Math.max(0, Math.floor(row?.leftMs ?? 0));
    },

    /** Starts a session; resolves to its ID. */
    async start(session: SessionRecord, device: string): Promise<string> {
      const sessionId = newSessionId();
      const rowId = hashedName(sessionId);
      const { subject, identity, sid } = session;
      const signedInAt = momentOf(session.signedInAt);
      const latestExpiry = sql<Date>`${signedInAt} + make_interval(secs => ${maxSeconds})`;
      const { username, roles } = identity;
      const person = {
        subject,
        name: nameOf(identity),
        username,
        roles,
        signedInAt,
        expiresAt: latestExpiry,
      };
      await database.transaction(async (transaction) => {
        await transaction.insert(sessions).values({
          ...{ id: rowId, subject, sid, device, content: sealOf(rowId, session), signedInAt },
          ...{ seenAt: sql`now()`, expiresAt: expiryAfterUse(signedInAt) },
        });
        await transaction
          .insert(peopleSignedIn)
          .values(person)
          .onConflictDoUpdate({ target: peopleSignedIn.subject, set: person });
        if (sid === undefined) return;
        const owned = { sid, subject, expiresAt: inSeconds(maxSeconds) };
        await transaction
          .insert(providerSessions)
          .values(owned)
          .onConflictDoUpdate({ target: providerSessions.sid, set: owned });
      });
      return sessionId;
    },

    /**
     * Changes a session while no other process does: `change` gets the latest state, and ends the session by resolving
     * to undefined. Resolves to the new state, or undefined when the session has ended, before or meanwhile. The row is
     * claimed, not locked: `change` may ask the identity provider.
     */
    async change(
      sessionId: string,
      change: (session: SessionRecord) => Promise<SessionRecord | undefined>,
    ): Promise<SessionRecord | undefined> {
      const rowId = hashedName(sessionId);
      const claimed = await claim(rowId);
      if (!claimed) return undefined;
      const { session: before, until } = claimed;
      const isOurs = and(eq(sessions.id, rowId), eq(sessions.renewingUntil, sql`${until}::timestamptz`));
      const release = (content?: string) =>
        database
          .update(sessions)
          .set({ renewingUntil: null, content })
          .where(and(isOurs, isValid))
          .returning(columns);
      let after: SessionRecord | undefined;
      try {
        after = await change(before);
      } catch (problem) {
        await release();
        throw problem;
      }
      if (!after) {
        await endThose(eq(sessions.id, rowId));
        return undefined;
      }
      // A renewal for a background poll must not extend the session: its lifetime is unchanged.
      const [row] = await release(after === before ? undefined : sealOf(rowId, after));
      // Whoever claimed it meanwhile, since this took so long, has renewed it.
      return row ? open(row) : peek(sessionId);
    },

    /** Ends every session of a person started so far except `except`; resolves to them. */
    endPerson: (subject: string, except?: string): Promise<SessionRecord[]> =>
      database.transaction(async (transaction) => {
        const isOwners = and(eq(revocations.scope, "person"), eq(revocations.owner, subject));
        const expires = { expiresAt: inSeconds(maxSeconds) };
        // Whoever ends the same person's sessions waits here, for what follows to see.
        await transaction
          .insert(revocations)
          .values({ scope: "person", owner: subject, revokedBefore: sql`'-infinity'`, ...expires })
          .onConflictDoUpdate({ target: [revocations.scope, revocations.owner], set: expires });
        // An exempted session that has ended meanwhile is no exception any more.
        const isSpared =
          except === undefined ? sql`false` : and(eq(sessions.id, hashedName(except)), isValid);
        const [spared] = await transaction.select({ id: sessions.id }).from(sessions).where(isSpared);
        const revoked = { revokedBefore: thisMoment, sparedSession: spared?.id ?? null };
        const [made] = await transaction
          .update(revocations)
          .set(revoked)
          .where(isOwners)
          .returning({ at: sql<string>`${revocations.revokedBefore}::text` });
        const isEnding = and(
          eq(sessions.subject, subject),
          lte(sessions.signedInAt, sql`${made?.at}::timestamptz`),
          spared && ne(sessions.id, spared.id),
        );
        return endThose(isEnding, transaction);
      }),

    /** The person of this session at the provider; undefined if no sign-in had it. */
    async ownerOf(sid: string): Promise<string | undefined> {
      const [row] = await database
        .select({ subject: providerSessions.subject })
        .from(providerSessions)
        .where(and(eq(providerSessions.sid, sid), gt(providerSessions.expiresAt, sql`now()`)));
      return row?.subject;
    },

    /** Ends whatever signed in, or still will, under an ended session of the provider. */
    endProviderSession: (sid: string, subject: string | undefined): Promise<SessionRecord[]> =>
      database.transaction(async (transaction) => {
        const revoked = { revokedBefore: sql`'infinity'`, expiresAt: inSeconds(maxSeconds) };
        await transaction
          .insert(revocations)
          .values({ scope: "provider session", owner: sid, ...revoked })
          .onConflictDoUpdate({ target: [revocations.scope, revocations.owner], set: revoked });
        return subject === undefined
          ? []
          : endThose(and(eq(sessions.sid, sid), eq(sessions.subject, subject)), transaction);
      }),
  };
}
