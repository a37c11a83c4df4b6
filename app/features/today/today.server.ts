import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readWithin } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { type Read, readBatch } from "#app/core/database/batchRead.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import { env } from "#app/core/env.server.ts";
import { hashOf, tokens } from "#app/core/http/once.server.ts";
import { notesNow } from "#app/core/http/requestNotes.server.ts";
import { log } from "#app/core/log.server.ts";
import type { RecordKindKey } from "#app/core/records/record.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { formatDay, formatSince } from "#app/core/ui/text/time.ts";
import { isYesterday } from "#app/core/values/wallClock.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { Database } from "#database/connect.ts";
import { doneToday, recordsDoneLast } from "./done.server.ts";
import {
  isUnread,
  type LeftLines,
  newsOf,
  openLines,
  ownPart,
  type Snoozed,
  splitParts,
  type Today,
  type TodayBell,
  type TodayHandled,
  type TodayPart,
  type Visit,
  waitsOf,
  withAdded,
  withDay,
  withoutHandled,
} from "./lines.ts";
import { snoozedLines, todayVisits } from "./tables.ts";

const ttlSeconds = 90 * 24 * 3600;
/** Looking again within this time is the same visit. */
const visitMs = 30 * 60_000;

const visit: z.ZodType<Visit> = z.object({
  at: z.number(),
  counts: z.record(z.string(), z.number()),
  orMore: z.array(z.string()).optional(),
  uncounted: z.array(z.string()).optional(),
});
const snoozedRevisions = z.record(z.string(), z.string());
export type Visits = {
  last: Visit;
  /** The visit before the last one, if it is known. */
  before?: Visit | undefined;
  /** The last visit of an earlier day, if there was one. */
  day?: Visit | undefined;
  /** The kinds of work that somebody chose. */
  work?: string[] | undefined;
  /** Since when visits found nothing of it, in epoch milliseconds. */
  clearSince?: number | undefined;
};

const dayOf = (at: number) => formatDay(at, env.TIME_ZONE);

/** An earlier day in words: 'yesterday', '20 November'. */
export const dayWords = (at: number): string =>
  isYesterday(at, env.TIME_ZONE, Date.now()) ? "yesterday" : formatSince(at, env.TIME_ZONE, Date.now());

function toVisits({ last, before, day, work, clearSince }: typeof todayVisits.$inferSelect): Visits {
  return {
    last: visit.parse(last),
    before: visit.nullable().parse(before) ?? undefined,
    day: visit.nullable().parse(day) ?? undefined,
    work: work ?? undefined,
    clearSince: clearSince?.getTime(),
  };
}

const isVisitOf = (subject: string) =>
  and(eq(todayVisits.subject, subject), gt(todayVisits.expiresAt, sql`now()`));

async function visitsIn(from: Database, subject: string): Promise<Visits | undefined> {
  const [row] = await from.select().from(todayVisits).where(isVisitOf(subject));
  return row && toVisits(row);
}

/** This person's last visit to Today, and the one before it; neither before the first one. */
export const readVisits = async (subject: string): Promise<Partial<Visits>> =>
  (await visitsIn(database, subject)) ?? {};

async function storeVisits(tx: Database, subject: string, { clearSince, ...known }: Visits): Promise<void> {
  const { last, before = null, day = null, work = null } = known;
  const row = {
    ...{ last, before, day, work, expiresAt: inSeconds(ttlSeconds) },
    clearSince: clearSince === undefined ? null : new Date(clearSince),
  };
  await tx
    .insert(todayVisits)
    .values({ subject, ...row })
    .onConflictDoUpdate({ target: todayVisits.subject, set: row });
}

/**
 * Notes what Today shows this person now, and resolves to this visit and the one before, by which they know what is new
 * (today#since). A line that cannot be read, or not yet, keeps its last number.
 */
export async function noteVisit(subject: string, parts: readonly TodayPart[]): Promise<Visits> {
  const at = Date.now();
  const counted = parts.flatMap(({ lines }) =>
    lines.map(({ key: line, count }): [string, number] => [line, count]),
  );
  const orMore = parts.flatMap(({ lines }) => lines.flatMap((line) => (line.orMore ? [line.key] : [])));
  return database.transaction(async (tx) => {
    await lockUntilEnd(tx, "visits of a person", subject);
    const visits = await visitsIn(tx, subject);
    const unread = parts.filter(isUnread);
    const counts = { ...(unread.length > 0 && visits?.last.counts), ...Object.fromEntries(counted) };
    const uncounted = unread.flatMap(({ key, lines }) =>
      lines.length === 0 && (!visits || visits.last.uncounted?.includes(key)) ? [key] : [],
    );
    const before = visits && (at - visits.last.at < visitMs ? visits.before : visits.last);
    const day = visits && dayOf(visits.last.at) === dayOf(at) ? visits.day : visits?.last;
    // A part stays where it has lines, or cannot be read.
    const isClear = !parts.some(({ key }) => key !== ownPart && (visits?.work?.includes(key) ?? true));
    const clearSince = isClear ? (visits?.clearSince ?? at) : undefined;
    const next = { ...visits, last: { at, counts, orMore, uncounted }, before, day, clearSince };
    // What is fetched ahead nobody has seen.
    if (!notesNow()?.isPrefetch) await storeVisits(tx, subject, next);
    return next;
  });
}

/** Keeps the kinds of work that a person chose; none are all (today#queues). */
export async function chooseWork(subject: string, work: string[]): Promise<void> {
  await database
    .update(todayVisits)
    .set({ work: work.length > 0 ? work : null, expiresAt: inSeconds(ttlSeconds) })
    .where(eq(todayVisits.subject, subject));
}

/** The longest postponed go first: nobody has so many lines. */
const maxSnoozed = 300;

const ownRows = z.array(z.object({ last: visit.nullable(), lines: snoozedRevisions.nullable() }));

/** What Today keeps of a person: their last visit, if they were there, and their postponed lines (today#not-now). */
function readOwn(subject: string): Read<{ last: Visit | undefined; snoozed: Snoozed }> {
  const { line, revision, expiresAt } = snoozedLines;
  const ofThem = database
    .select({ lines: sql`jsonb_object_agg(${line}, ${revision})`.as("lines") })
    .from(snoozedLines)
    .where(and(eq(snoozedLines.subject, subject), gt(expiresAt, sql`now()`)))
    .as("of_them");
  return {
    // The aggregate is one row, whether there are any or none.
    query: database
      .select({ last: todayVisits.last, lines: ofThem.lines })
      .from(ofThem)
      .leftJoin(todayVisits, isVisitOf(subject)),
    parse(rows) {
      const [row] = ownRows.parse(rows);
      return { last: row?.last ?? undefined, snoozed: row?.lines ?? {} };
    },
  };
}

export async function snoozeLine(subject: string, line: string, revision: string): Promise<void> {
  const snoozed = { revision, expiresAt: inSeconds(ttlSeconds) };
  await database
    .insert(snoozedLines)
    .values({ subject, line, ...snoozed })
    .onConflictDoUpdate({ target: [snoozedLines.subject, snoozedLines.line], set: snoozed });
  const isTheirs = eq(snoozedLines.subject, subject);
  const tooMany = database
    .select({ line: snoozedLines.line })
    .from(snoozedLines)
    .where(isTheirs)
    .orderBy(desc(snoozedLines.expiresAt))
    .offset(maxSnoozed);
  await database.delete(snoozedLines).where(and(isTheirs, inArray(snoozedLines.line, tooMany)));
}

export async function unsnoozeLine(subject: string, line: string): Promise<void> {
  await database
    .delete(snoozedLines)
    .where(and(eq(snoozedLines.subject, subject), eq(snoozedLines.line, line)));
}

export type TodaySource = {
  key: string;
  title: string;
  /** The permissions of which a person needs one to see the part (today#whose). */
  commands: readonly Permission[];
  /** The kinds of records that it counts, if they can be handled. */
  records?: readonly RecordKindKey[];
  /** The addresses of its records: whoever acted there did this kind of work (today#queues). */
  addresses?: RegExp;
  /** Minimum cache time of its lines; for a source that costs many calls. */
  keepForMs?: number;
  /** Reads the lines. Throws ApiError. */
  read(user: User): Promise<TodayLine[]>;
};

/** A record that somebody handled; `here` is where the form that reverts it is sent. */
type HandledRecord = Omit<TodayHandled, "key" | "token">;

/** The records that somebody handled, which leave their lines until they change (today#handled). */
export type HandledRecords = {
  /** So many of these kinds left the same lines. */
  inLines(kinds: readonly RecordKindKey[]): Read<LeftLines[]>;
  /** The latest, the last one first. */
  latest(kinds: readonly RecordKindKey[], most: number): Promise<HandledRecord[]>;
};

/** What Today is made of, for one person. */
export type TodayInput = { sources: readonly TodaySource[]; handled: HandledRecords };

/** Time limit of a part. */
const limitMs = 10_000;

/** `linesAt` is when its lines were read, if ever. */
type PartRead = { at: number; part: TodayPart; linesAt: number | undefined };

/** The last result by person and part, in this process; concurrent callers share one reading. */
const stored = new LRUCache<string, PartRead, { user: User; source: TodaySource }>({
  max: 3_000,
  fetchMethod: (_key, before, { context: { user, source } }) => readPart(user, source, before),
  ignoreFetchAbort: true,
  noDeleteOnFetchRejection: true,
});

const keyOf = (user: User, source: TodaySource): string => `${user.subject} ${source.key}`;

/** When a part was last slow for anybody, by its key. */
const slowAt = new Map<string, number>();
const slowMs = 500;
const isSlowForMs = 60_000;

async function readPart(
  user: User,
  { key, title, read }: TodaySource,
  before: PartRead | undefined,
): Promise<PartRead> {
  const began = performance.now();
  const result = await readWithin(user, limitMs, "background", read);
  const at = Date.now();
  if (performance.now() - began > slowMs) slowAt.set(key, at);
  else slowAt.delete(key);
  if (result.ok) return { at, part: { key, title, lines: result.value }, linesAt: at };
  const lines = before?.part.lines ?? [];
  return { at, part: { key, title, lines, error: result.error }, linesAt: before?.linesAt };
}

/** A part that is at most `youngerThanMs` old. */
async function partOf(user: User, source: TodaySource, youngerThanMs: number): Promise<PartRead> {
  const latest = stored.get(keyOf(user, source));
  const servesMs = latest?.part.error ? youngerThanMs : Math.max(youngerThanMs, source.keepForMs ?? 0);
  if (latest && Date.now() - latest.at < servesMs) return latest;
  return stored.forceFetch(keyOf(user, source), { forceRefresh: true, context: { user, source } });
}

const logUnread = (user: User) => (problem: unknown) =>
  log.error({ err: problem, correlationId: user.correlationId }, "what needs a person is not known");

const slowWaitMs = 100;

/**
 * A part that a page waits `maxWaitMs` for, and then takes as last known; it goes on being read (today#parts). Whoever has
 * known lines waits for a part that was slow a moment ago only as long as nobody notices.
 */
export async function partWithin(
  user: User,
  source: TodaySource,
  youngerThanMs: number,
  maxWaitMs: number | undefined,
): Promise<PartRead> {
  const reading = partOf(user, source, youngerThanMs);
  if (maxWaitMs === undefined) return reading;
  const isSlow = Date.now() - (slowAt.get(source.key) ?? 0) < isSlowForMs;
  const hasLines = stored.get(keyOf(user, source))?.linesAt !== undefined;
  const waitMs = isSlow && hasLines ? slowWaitMs : maxWaitMs;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMs, undefined).unref());
  const read = await Promise.race([reading, late]);
  if (read) return read;
  reading.catch(logUnread(user));
  const { key, title } = source;
  const lastRead = stored.get(keyOf(user, source)) ?? {
    at: 0,
    part: { key, title, lines: [] },
    linesAt: undefined,
  };
  return { ...lastRead, part: { ...lastRead.part, reading: { linesAt: lastRead.linesAt } } };
}

/** An action changes what needs a person: their next reading bypasses the cache. */
export function forgetToday(subject: string): void {
  for (const [key, read] of stored.entries()) if (key.startsWith(`${subject} `)) read.at = 0;
}

const refreshMs = env.TODAY_REFRESH_SECONDS * 1000;

/** How long Today's page waits for a part; without the poll, which brings a late one, until it is read. */
export const pageWaitMs = refreshMs > 0 ? slowMs : undefined;

/** Handled records that Today names, the latest. */
const maxHandledNamed = 100;

/** The kinds of records that this person's parts count. */
const kindsOf = (sources: readonly TodaySource[]) => sources.flatMap(({ records }) => records ?? []);

const toHandledView = (user: User, record: HandledRecord): TodayHandled => ({
  ...record,
  key: record.here,
  token: tokens.makeFor(user, ["unhandle", record.here, record.at]),
});

/** Reads which lines this person postponed or saw last, and which records are handled. */
export const readOmissions = ({ subject }: Pick<User, "subject">, { sources, handled }: TodayInput) => ({
  own: readOwn(subject),
  handled: handled.inLines(kindsOf(sources)),
});

type Omissions = { own: { last: Visit | undefined; snoozed: Snoozed }; handled: LeftLines[] };

/** What was read as this person sees it: without what they postponed, and what is handled; `news` is the bell's number. */
function seenBy(reads: readonly PartRead[], { own: { last, snoozed }, handled }: Omissions) {
  const parts = reads.map(({ part }) => part);
  const split = splitParts(withoutHandled(parts, handled), snoozed);
  const handledCount = handled.reduce((sum, { records }) => sum + records, 0);
  return { split, handledCount, news: newsOf(split.parts, last) };
}

async function whole(
  user: User,
  { sources, handled: records }: TodayInput,
  { split, handledCount }: ReturnType<typeof seenBy>,
) {
  const handled = handledCount === 0 ? [] : await records.latest(kindsOf(sources), maxHandledNamed);
  const content = { ...split, handled: handled.map((one) => toHandledView(user, one)), handledCount };
  return { ...content, waits: waitsOf(split.parts), version: hashOf(content) };
}

/** Today with what is new since the visit before, and in the order of this person's work. */
export async function sinceVisit(
  { subject }: Pick<User, "subject">,
  today: Today,
  sources: readonly TodaySource[],
  { before, day, work, clearSince }: Partial<Visits>,
): Promise<Today> {
  const parts = withDay(withAdded(today.parts, before), day);
  const kinds = sources
    .filter(({ key }) => key !== ownPart)
    .map(({ key, title }) => ({ key, title, isChosen: work?.includes(key) ?? true }));
  const chosen = kinds.flatMap(({ key, isChosen }) => (isChosen ? [key] : []));
  const done = await recordsDoneLast(subject);
  const lately = sources.filter(({ addresses }) => done.some((href) => addresses?.test(href)));
  const open = openLines(
    parts,
    chosen,
    lately.map(({ key }) => key),
  );
  const told = open.length === 0 ? await doneToday(subject) : undefined;
  const queues = { open, kinds, clearSince, done: told, day: day && dayWords(day.at) };
  return { ...today, parts, queues, ...(before ? { since: before.at } : {}) };
}

/**
 * Everything that needs this person, at most `youngerThanMs` old. The parts are read in parallel, each with a time
 * limit; an unreadable one has its error, and one that takes longer than `waitMs` its last known lines (today#parts).
 */
export async function readToday(
  user: User,
  today: TodayInput,
  youngerThanMs: number,
  waitMs?: number,
): Promise<Today> {
  const reads = await Promise.all(
    today.sources.map((source) => partWithin(user, source, youngerThanMs, waitMs)),
  );
  // After the parts, since reading them detects which records are handled no more.
  const seen = seenBy(reads, await readBatch(database, readOmissions(user, today)));
  const isFresh = !reads.some(({ part }) => part.reading);
  return { ...(await whole(user, today, seen)), news: seen.news, at: Date.now(), isFresh };
}

/** Rereads outdated parts in the background: no page waits for it. */
function refresh(user: User, sources: readonly TodaySource[]): void {
  Promise.all(sources.map((source) => partOf(user, source, refreshMs))).catch(logUnread(user));
}

/**
 * The last results, without waiting for anything; undefined if a part was never read. Outdated ones are reread for
 * the next page (today#bell): `TODAY_REFRESH_SECONDS` is the maximum age, and 0 leaves reading to Today itself. They are
 * taken before the omissions are read, since reading the parts detects which records are handled no more.
 */
function lastResults(user: User, { sources }: TodayInput) {
  if (refreshMs > 0) refresh(user, sources);
  const reads = sources.flatMap((source) => stored.get(keyOf(user, source)) ?? []);
  if (reads.length < sources.length || reads.length === 0) return undefined;
  return (omissions: Omissions) => {
    const moments = reads.map(({ at }) => at);
    const seen = seenBy(reads, omissions);
    const isFresh = Date.now() - Math.min(...moments) < refreshMs;
    const bell: TodayBell = { news: seen.news, at: Math.max(...moments), isFresh };
    return { seen, bell };
  };
}

export async function knownToday(user: User, today: TodayInput): Promise<Today | undefined> {
  const resultsWith = lastResults(user, today);
  if (!resultsWith) return undefined;
  const { seen, bell } = resultsWith(await readBatch(database, readOmissions(user, today)));
  return { ...(await whole(user, today, seen)), ...bell };
}

/** The bell, once the omissions have been read, too. */
export function knownBell(user: User, today: TodayInput): (omissions: Omissions) => TodayBell {
  const resultsWith = lastResults(user, today);
  return (omissions) => resultsWith?.(omissions).bell ?? { news: undefined, at: 0, isFresh: false };
}
