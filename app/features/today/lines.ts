import { type Counted, sumOf, type TodayLine } from "#app/core/records/todayLine.ts";
import type { ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { type Moment, timeOf } from "#app/core/values/values.ts";

/** The lines of one kind of record, such as orders. */
export type TodayPart = {
  key: string;
  title: string;
  /** The last known ones, if it has `error` or `reading`. */
  lines: TodayLine[];
  /** Why they cannot be read. */
  error?: ErrorText | undefined;
  /** It is still being read: when its lines were read, in epoch milliseconds, if ever (today#parts). */
  reading?: { linesAt: number | undefined };
};

/** Whether a part may have other lines than those known. */
export const isUnread = ({ error, reading }: TodayPart): boolean =>
  error !== undefined || reading !== undefined;

/** Something that a person did, and what became of it in words (today#own-actions). */
export type OwnAction = {
  key: string;
  /** In epoch milliseconds. */
  at: number;
  what: string;
  /** The record's name and address; both may be empty. */
  record: string;
  href: string;
  words: string;
  isFailed: boolean;
};

/** The part of what is one's own, above all others (today#yours). */
export const ownPart = "yours";

/** The number on the bell: one's own lines, and what is new since the last visit (today#bell). */
export type TodayBell = {
  /** The number of the bell; undefined if nothing has been counted yet. */
  news: number | undefined;
  /** When it was counted, in epoch milliseconds. */
  at: number;
  /** Whether that is recent: an outdated number is recounted. */
  isFresh: boolean;
};

/** What Today showed a person at a visit, in epoch milliseconds: the number of each line; some are 'or more'. */
export type Visit = {
  at: number;
  counts: Readonly<Record<string, number>>;
  orMore?: readonly string[] | undefined;
  /** The parts that no visit has counted yet, by their keys: nothing in them is new. */
  uncounted?: readonly string[] | undefined;
};

/** The lines that stand open, by their keys in order, and the kinds of work to choose from (today#queues). */
export type Queues = {
  open: string[];
  kinds: { key: string; title: string; isChosen: boolean }[];
  /** Since when nothing of it waits, in epoch milliseconds, as far as visits saw it (today#clear). */
  clearSince?: number | undefined;
  /** What this person has done today, in words, once nothing of it waits. */
  done?: string | undefined;
  /** The earlier day that the lines are compared with: 'yesterday', '20 November'. */
  day?: string | undefined;
};

export type Today = TodayBell & {
  /** When this person last looked before, in epoch milliseconds; undefined at the first visit. */
  since?: number | undefined;
  queues?: Queues | undefined;
  waits: Counted;
  /** Unchanged while nothing in it changes. */
  version: string;
  parts: TodayPart[];
  snoozed: TodayPart[];
  /** Handled records of all parts: the latest, the last one first, and how many there are. */
  handled: TodayHandled[];
  handledCount: number;
};

export const isToday = (value: unknown): value is Today =>
  typeof value === "object" && value !== null && "parts" in value && "version" in value;

/** A handled record, and the form that reverts that. */
export type TodayHandled = {
  key: string;
  name: string;
  href: string;
  by: string;
  at: Moment;
  because: string;
  /** The form's URL, and its one-time token. */
  here: string;
  token: string;
};

/** So many records that left the lines of these keys; `since` is when the first of them had been added to them. */
export type LeftLines = { lines: readonly string[]; records: number; since?: Moment | undefined };

export type Snoozed = Readonly<Record<string, string>>;

/** Oldest first; those without a known age last. */
const oldestFirst = (lines: readonly TodayLine[]): TodayLine[] => {
  const since = new Map(lines.map((line) => [line, timeOf(line.oldestAt)]));
  const of = (line: TodayLine) => {
    const age = since.get(line) ?? Number.NaN;
    return Number.isFinite(age) ? age : Number.POSITIVE_INFINITY;
  };
  return [...lines].sort((one, other) => of(one) - of(other) || 0);
};

/** Since when the oldest remaining record waits: unknown if the oldest of all may be among those that left. */
function oldestLeft({ oldestAt }: TodayLine, left: readonly LeftLines[]): Moment | undefined {
  const mayBeGone = left.some(({ since }) => since === undefined || timeOf(since) <= timeOf(oldestAt));
  return mayBeGone ? undefined : oldestAt;
}

/** A line without the records that left it: a record counts once for each of the lines that it summarises. */
function lineWithout({ sums, ...line }: TodayLine, all: readonly LeftLines[]): TodayLine {
  const keys = new Set(sums ?? [line.key]);
  const timesIn = ({ lines }: LeftLines) => lines.filter((key) => keys.has(key)).length;
  const left = all.filter((one) => timesIn(one) > 0);
  if (left.length === 0) return line;
  const count = Math.max(
    0,
    left.reduce((rest, one) => rest - timesIn(one) * one.records, line.count),
  );
  const handled = left.reduce((sum, { records }) => sum + records, 0);
  return { ...line, count, oldestAt: oldestLeft(line, left), handled };
}

/** The parts without handled records (today#handled). */
export const withoutHandled = (parts: readonly TodayPart[], all: readonly LeftLines[]): TodayPart[] =>
  parts.map((part) => ({ ...part, lines: part.lines.map((line) => lineWithout(line, all)) }));

/** Whether a line still has content: all of it may be handled. */
const isLeft = ({ count, orMore, handled }: TodayLine): boolean =>
  handled === undefined || count > 0 || orMore;

/** Whether a line is still postponed: nothing in it has changed since (today#not-now). */
const isSnoozed =
  (snoozed: Snoozed) =>
  ({ key, revision }: TodayLine): boolean =>
    Object.hasOwn(snoozed, key) && snoozed[key] === revision;

/** The parts with what needs this person now, and those with what was postponed. A part without either is left out. */
export function splitParts(parts: readonly TodayPart[], snoozed: Snoozed) {
  const isOff = isSnoozed(snoozed);
  const only = (keep: (line: TodayLine) => boolean) =>
    parts.map((part) => ({ ...part, lines: oldestFirst(part.lines.filter(keep)) }));
  return {
    parts: only((line) => !isOff(line) && isLeft(line)).filter(
      (part) => part.lines.length > 0 || isUnread(part),
    ),
    snoozed: only(isOff)
      .filter(({ lines }) => lines.length > 0)
      .map(({ key, title, lines }) => ({ key, title, lines })),
  };
}

/** The sum of all lines; unreadable parts may contain more (today#counts). */
export const waitsOf = (parts: readonly TodayPart[]): Counted => {
  const sum = sumOf(parts.flatMap(({ lines }) => lines));
  return { ...sum, orMore: sum.orMore || parts.some(isUnread) };
};

/** The parts with their lines compared with those of a visit; unchanged where it counted none. */
const compared = (
  parts: readonly TodayPart[],
  visit: Visit | undefined,
  compare: (line: TodayLine, visit: Visit) => TodayLine,
): TodayPart[] =>
  parts.map((part) => {
    if (!visit || visit.uncounted?.includes(part.key)) return part;
    return { ...part, lines: part.lines.map((line) => compare(line, visit)) };
  });

/** The lines with what has been added since a visit; the unchanged lines before the first one (today#since). */
export const withAdded = (parts: readonly TodayPart[], before: Visit | undefined): TodayPart[] =>
  compared(parts, before, lineSince);

function lineSince(line: TodayLine, before: Visit): TodayLine {
  const countBefore = Object.hasOwn(before.counts, line.key) ? before.counts[line.key] : 0;
  const added = line.count - (countBefore ?? 0);
  return added > 0 && !line.isMine ? { ...line, added } : line;
}

/** The lines with how their numbers changed since a visit of an earlier day (today#since-day). */
export const withDay = (parts: readonly TodayPart[], day: Visit | undefined): TodayPart[] =>
  compared(parts, day, lineSinceDay);

function lineSinceDay(line: TodayLine, day: Visit): TodayLine {
  const { key, count, orMore, isOne } = line;
  if (orMore || isOne || day.orMore?.includes(key)) return line;
  const sinceDay = count - (Object.hasOwn(day.counts, key) ? (day.counts[key] ?? 0) : 0);
  return sinceDay === 0 ? line : { ...line, sinceDay };
}

/** What is one's own, and what is new since the last visit (today#bell). */
export const newsOf = (parts: readonly TodayPart[], last: Visit | undefined): number =>
  withAdded(parts, last)
    .flatMap(({ lines }) => lines)
    .reduce((sum, { isMine, count, added = 0 }) => sum + (isMine ? count : added), 0);

const maxOpen = 7;

/** When something last came to a line, as far as that is known. */
const arrivalOf = ({ newestAt, oldestAt }: TodayLine): number => timeOf(newestAt ?? oldestAt);

/**
 * The lines that stand open: what is new first, then what costs money, then the kinds of work that this person did
 * `lately`, then those to which something came last, and the longer ones (today#queues): one old record buries no line.
 */
export function openLines(
  parts: readonly TodayPart[],
  chosen: readonly string[],
  lately: readonly string[] = [],
): string[] {
  return parts
    .filter(({ key }) => chosen.includes(key))
    .flatMap(({ key, lines }) => lines.map((line) => ({ line, isOwn: lately.includes(key) })))
    .sort(
      ({ line: one, isOwn }, { line: other, isOwn: isOthersOwn }) =>
        Number(other.added !== undefined) - Number(one.added !== undefined) ||
        Number(other.costsMoney ?? false) - Number(one.costsMoney ?? false) ||
        Number(isOthersOwn) - Number(isOwn) ||
        arrivalOf(other) - arrivalOf(one) ||
        other.count - one.count,
    )
    .slice(0, maxOpen)
    .map(({ line }) => line.key);
}

/** The first lines of all parts, oldest first, each with the title of its part. */
export const firstLines = (parts: readonly TodayPart[], most: number): (TodayLine & { title: string })[] => {
  const titles = new Map(parts.flatMap(({ title, lines }) => lines.map(({ key }) => [key, title] as const)));
  return oldestFirst(parts.flatMap(({ lines }) => lines))
    .slice(0, most)
    .map((line) => ({ ...line, title: titles.get(line.key) ?? "" }));
};
