import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { User } from "#app/core/auth/guard.server.ts";
import { type Read, readBatch } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashOf, tokens } from "#app/core/http/once.server.ts";
import type { RecordKindKey } from "#app/core/records/record.ts";
import { doneToday, recordsDoneLast } from "./done.server.ts";
import {
  type LeftLines,
  newsOf,
  openLines,
  ownPart,
  type Snoozed,
  splitParts,
  type Today,
  type TodayBell,
  type TodayHandled,
  type Visit,
  waitsOf,
  withAdded,
  withDay,
  withoutHandled,
} from "./lines.ts";
import {
  lastParts,
  type PartRead,
  partWithin,
  refreshMs,
  refreshParts,
  type TodaySource,
} from "./parts.server.ts";
import { snoozedLines, todayVisits } from "./tables.ts";
import { dayWords, isVisitOf, type Visits, visit } from "./visits.server.ts";

const snoozedRevisions = z.record(z.string(), z.string());
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
  visits: Promise<Partial<Visits>>,
): Promise<Today> {
  const [{ before, day, work, clearSince }, done] = await Promise.all([visits, recordsDoneLast(subject)]);
  const parts = withDay(withAdded(today.parts, before), day);
  const kinds = sources
    .filter(({ key }) => key !== ownPart)
    .map(({ key, title }) => ({ key, title, isChosen: work?.includes(key) ?? true }));
  const chosen = kinds.flatMap(({ key, isChosen }) => (isChosen ? [key] : []));
  const lately = sources.filter(({ addresses }) => done.some((href) => addresses?.test(href)));
  const open = openLines(
    parts,
    chosen,
    lately.map(({ key }) => key),
  );
  const tally = open.length === 0 ? await doneToday(subject) : undefined;
  const queues = { open, kinds, clearSince, done: tally, day: day && dayWords(day.at) };
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

/**
 * The last results, without waiting for anything; undefined if a part was never read. Outdated ones are reread for
 * the next page (today#bell): `TODAY_REFRESH_SECONDS` is the maximum age, and 0 leaves reading to Today itself. They are
 * taken before the omissions are read, since reading the parts detects which records are handled no more.
 */
function lastResults(user: User, { sources }: TodayInput) {
  if (refreshMs > 0) refreshParts(user, sources);
  const reads = lastParts(user, sources);
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
