import { LRUCache } from "lru-cache";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { tokens } from "#app/http/once.server.ts";
import { readWithin } from "#app/http/readWithin.server.ts";
import { versionOf } from "#app/lists/version.server.ts";
import { log } from "#app/log.server.ts";
import { portalNotes } from "#app/notes/kind.server.ts";
import type { Handled } from "#app/notes/ledger.server.ts";
import type { NoteKindKey } from "#app/notes/notes.ts";
import { notesPath } from "#app/notes/paths.ts";
import type { Permission } from "#contract/capabilities.ts";
import {
  newsOf,
  openLines,
  ownPart,
  type Snoozed,
  splitParts,
  type Today,
  type TodayBell,
  type TodayHandled,
  type TodayLine,
  type TodayPart,
  waitsOf,
  withAdded,
  withoutHandled,
} from "./lines.ts";
import { todayPath } from "./paths.ts";
import { readSnoozed } from "./snoozed.server.ts";
import { readVisits, type Visits } from "./visits.server.ts";

export type TodaySource = {
  key: string;
  title: string;
  /** The permissions of which a person needs one to see the part (today#whose). */
  commands: readonly Permission[];
  /** The kinds of records that it counts, if they can be handled. */
  records?: readonly NoteKindKey[];
  /** Minimum cache time of its lines; for a source that costs many calls. */
  keepForMs?: number;
  /** Reads the lines. Throws ApiError. */
  read(user: User): Promise<TodayLine[]>;
};

/** Time limit of a part; the others do not wait longer for it. */
const limitMs = 10_000;

type Read = { at: number; part: TodayPart };

/** The last result by person and part, in this process; concurrent callers share one reading. */
const stored = new LRUCache<string, Read, { user: User; source: TodaySource }>({
  max: 3_000,
  fetchMethod: (_key, before, { context: { user, source } }) =>
    readPart(user, source, before?.part.lines ?? []),
  ignoreFetchAbort: true,
  noDeleteOnFetchRejection: true,
});

const keyOf = (user: User, source: TodaySource): string => `${user.subject} ${source.key}`;

async function readPart(
  user: User,
  { key, title, read }: TodaySource,
  lastKnown: TodayLine[],
): Promise<Read> {
  const result = await readWithin(user, limitMs, "background", read);
  const part = result.ok
    ? { key, title, lines: result.value }
    : { key, title, lines: lastKnown, error: result.error };
  return { at: Date.now(), part };
}

/** A part that is at most `youngerThanMs` old. */
async function partOf(user: User, source: TodaySource, youngerThanMs: number): Promise<Read> {
  const latest = stored.get(keyOf(user, source));
  const servesMs = latest?.part.error ? youngerThanMs : Math.max(youngerThanMs, source.keepForMs ?? 0);
  if (latest && Date.now() - latest.at < servesMs) return latest;
  return stored.forceFetch(keyOf(user, source), { forceRefresh: true, context: { user, source } });
}

/** An action changes what needs a person: their next reading bypasses the cache. */
export function forgetToday(subject: string): void {
  for (const [key, read] of stored.entries()) if (key.startsWith(`${subject} `)) read.at = 0;
}

const refreshMs = env.TODAY_REFRESH_SECONDS * 1000;

type Split = ReturnType<typeof splitParts>;

const split = (reads: readonly Read[], off: Snoozed, handled: readonly Handled[]): Split =>
  splitParts(
    withoutHandled(
      reads.map(({ part }) => part),
      handled,
    ),
    off,
  );

/** The handled records of this person's parts, latest first. */
async function handledOf(sources: readonly TodaySource[]): Promise<Handled[]> {
  const kinds = sources.flatMap(({ records }) => records ?? []);
  return (await portalNotes.handled()).filter(({ kind }) => kinds.includes(kind)).reverse();
}

const toHandledView = (user: User, { name, href, by, at, because, ...ref }: Handled): TodayHandled => {
  const here = notesPath(ref, todayPath);
  return {
    key: here,
    name,
    href,
    by,
    at,
    because,
    here,
    token: tokens.makeFor(user, ["unhandle", here, at]),
  };
};

const whole = (user: User, split: Split, handled: readonly Handled[]) => {
  const shown = { ...split, handled: handled.map((one) => toHandledView(user, one)) };
  return { ...shown, waits: waitsOf(split.parts), version: versionOf(shown) };
};

/** Today with what is new since the visit before, and in the order of this person's work. */
export function sinceVisit(
  today: Today,
  sources: readonly TodaySource[],
  { before, work, clearSince }: Partial<Visits>,
): Today {
  const parts = withAdded(today.parts, before);
  const kinds = sources
    .filter(({ key }) => key !== ownPart)
    .map(({ key, title }) => ({ key, title, isChosen: work?.includes(key) ?? true }));
  const chosen = kinds.flatMap(({ key, isChosen }) => (isChosen ? [key] : []));
  const queues = { open: openLines(parts, chosen), kinds, clearSince };
  return { ...today, parts, queues, ...(before ? { since: before.at } : {}) };
}

/**
 * Everything that needs this person, at most `youngerThanMs` old. The parts are read in parallel,
 * each with a time limit; an unreadable one is replaced by its error (today#parts).
 */
export async function readToday(
  user: User,
  sources: readonly TodaySource[],
  youngerThanMs: number,
): Promise<Today> {
  const [reads, off] = await Promise.all([
    Promise.all(sources.map((source) => partOf(user, source, youngerThanMs))),
    readSnoozed(user.subject),
  ]);
  // After the parts, since reading them detects which records changed.
  const handled = await handledOf(sources);
  const shown = split(reads, off, handled);
  const news = newsOf(shown.parts, (await readVisits(user.subject)).last);
  return { ...whole(user, shown, handled), news, at: Date.now(), isFresh: true };
}

/** Rereads outdated parts in the background: no page waits for it. */
function refresh(user: User, sources: readonly TodaySource[]): void {
  Promise.all(sources.map((source) => partOf(user, source, refreshMs))).catch((problem: unknown) =>
    log.error({ err: problem, correlationId: user.correlationId }, "what needs a person is not known"),
  );
}

/**
 * The last results, without waiting for anything; undefined if a part was never read. Outdated ones are reread for
 * the next page (today#bell): `TODAY_REFRESH_SECONDS` is the maximum age, and 0 leaves reading to Today itself.
 */
const known = async (user: User, sources: readonly TodaySource[]) => {
  if (refreshMs > 0) refresh(user, sources);
  const reads = sources.flatMap((source) => stored.get(keyOf(user, source)) ?? []);
  if (reads.length < sources.length || reads.length === 0) return undefined;
  const moments = reads.map(({ at }) => at);
  const [off, handled, { last }] = await Promise.all([
    readSnoozed(user.subject),
    handledOf(sources),
    readVisits(user.subject),
  ]);
  const shown = split(reads, off, handled);
  return {
    split: shown,
    handled,
    news: newsOf(shown.parts, last),
    at: Math.max(...moments),
    isFresh: Date.now() - Math.min(...moments) < refreshMs,
  };
};

export async function knownToday(user: User, sources: readonly TodaySource[]): Promise<Today | undefined> {
  const result = await known(user, sources);
  if (!result) return undefined;
  const { at, isFresh, news } = result;
  return { ...whole(user, result.split, result.handled), at, isFresh, news };
}

export async function knownBell(user: User, sources: readonly TodaySource[]): Promise<TodayBell> {
  const result = await known(user, sources);
  if (!result) return { news: undefined, at: 0, isFresh: false };
  const { news, at, isFresh } = result;
  return { news, at, isFresh };
}
