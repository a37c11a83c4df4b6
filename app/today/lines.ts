import type { Chart } from "#app/charts/drawing.ts";
import type { ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { ageOf, type Moment } from "#app/values/moment.ts";
import { formatUnits } from "#app/values/show.ts";

/** How many; `orMore` where counting stopped there. */
export type Counted = { count: number; orMore: boolean };

/** One cause for which records need a person: how many, since when, and the list that holds them. */
export type TodayLine = Counted & {
  /** So many of its records are handled, and not counted any more (today#handled). */
  handled?: number;
  /** Names the line among all lines of Today, the same every day. */
  key: string;
  /** The keys of the lines that it stands for, where these are too many to stand themselves. */
  sums?: readonly string[];
  /** What stands after the number: 'failed at Acquire shipment labels'. */
  words: string;
  /** It is one thing by its nature, and is shown without its number. */
  isOne?: true;
  /** When the oldest of them came to need a person, as far as it is known. */
  oldestAt?: Moment | undefined;
  /** The list that holds them; empty where they stand in several, which `places` leads to. */
  href: string;
  places?: { label: string; words: string; href: string }[] | undefined;
  /** What of the line the list cannot be filtered by. */
  about?: string | undefined;
  /** Another one once a record of the line changes, comes or goes (today#not-now). */
  stamp: string;
};

/** The lines of one thing, such as orders; `error` says why they are not known. */
export type TodayPart = { key: string; title: string; lines: TodayLine[]; error?: ShownError | undefined };

/** The number on the bell: the sum of all lines that are not put off (today#bell). */
export type TodayBell = {
  /** What the bell says; undefined where nothing has been counted yet. */
  waits: Counted | undefined;
  /** When it was counted, in epoch milliseconds. */
  at: number;
  /** Whether that is recent: an older number is counted again. */
  isFresh: boolean;
};

/** Lines of Today as a chart: what it tells, the drawing, and the lines that it was made of (today#charts). */
export type TodayChart = { key: string; title: string; about: string; chart: Chart; lines: TodayLine[] };

/** Everything that needs this person. */
export type Today = TodayBell & {
  /** Drawn for the page itself only. */
  charts?: TodayChart[];
  waits: Counted;
  /** The same while nothing in it changes. */
  version: string;
  parts: TodayPart[];
  /** Lines that this person put off, by their parts. */
  putOff: TodayPart[];
  /** Records that are handled, of all parts; the latest first. */
  handled: TodayHandled[];
};

/** A record that is handled, and the form that takes that back. */
export type TodayHandled = {
  key: string;
  name: string;
  /** Where it is shown. */
  href: string;
  by: string;
  at: Moment;
  because: string;
  /** Where the form is sent, and its one-time token. */
  here: string;
  token: string;
};

/** A record that left the lines of these keys; `since` when it had come to stand there. */
export type LeftLines = { lines: readonly string[]; since?: Moment | undefined };

/** What a person put off: the stamp of each line, by its key. */
export type PutOff = Readonly<Record<string, string>>;

/** '14', '1,200 or more'. */
export const countWords = ({ count, orMore }: Counted): string =>
  `${formatUnits(count)}${orMore ? " or more" : ""}`;

/** The sum, in which one 'or more' is enough. */
export const sumOf = (counts: readonly Counted[]): Counted => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  orMore: counts.some(({ orMore }) => orMore),
});

/** Oldest first; those of which no age is known come last. */
const oldestFirst = (lines: readonly TodayLine[]): TodayLine[] => {
  const since = ({ oldestAt }: TodayLine) => {
    const age = ageOf(oldestAt);
    return Number.isFinite(age) ? age : Number.POSITIVE_INFINITY;
  };
  return [...lines].sort((one, other) =>
    since(one) < since(other) ? -1 : since(one) > since(other) ? 1 : 0,
  );
};

/** Since when the oldest waits that is left: nobody knows where the oldest of all may be among those that left. */
function oldestLeft({ oldestAt }: TodayLine, left: readonly LeftLines[]): Moment | undefined {
  const mayBeGone = left.some(({ since }) => since === undefined || ageOf(since) <= ageOf(oldestAt));
  return mayBeGone ? undefined : oldestAt;
}

/** A line without what left it: a record counts once for each of the lines that it sums. */
function lineWithout({ sums, ...line }: TodayLine, all: readonly LeftLines[]): TodayLine {
  const keys = new Set(sums ?? [line.key]);
  const timesIn = ({ lines }: LeftLines) => lines.filter((key) => keys.has(key)).length;
  const left = all.filter((one) => timesIn(one) > 0);
  if (left.length === 0) return line;
  const count = Math.max(
    0,
    left.reduce((rest, one) => rest - timesIn(one), line.count),
  );
  return { ...line, count, oldestAt: oldestLeft(line, left), handled: left.length };
}

/** The parts without what is handled (today#handled). */
export const withoutHandled = (parts: readonly TodayPart[], all: readonly LeftLines[]): TodayPart[] =>
  parts.map((part) => ({ ...part, lines: part.lines.map((line) => lineWithout(line, all)) }));

/** Whether a line has anything left to say: all of it may be handled. */
const isLeft = ({ count, orMore, handled }: TodayLine): boolean =>
  handled === undefined || count > 0 || orMore;

/** Whether a line is put off still: nothing of it has changed since (today#not-now). */
const isPutOff =
  (putOff: PutOff) =>
  ({ key, stamp }: TodayLine): boolean =>
    Object.hasOwn(putOff, key) && putOff[key] === stamp;

/** The parts with what needs this person now, and those of what was put off. A part without either is left out. */
export function splitParts(parts: readonly TodayPart[], putOff: PutOff) {
  const isOff = isPutOff(putOff);
  const only = (keep: (line: TodayLine) => boolean) =>
    parts.map((part) => ({ ...part, lines: oldestFirst(part.lines.filter(keep)) }));
  return {
    parts: only((line) => !isOff(line) && isLeft(line)).filter(
      ({ lines, error }) => lines.length > 0 || error,
    ),
    putOff: only(isOff)
      .filter(({ lines }) => lines.length > 0)
      .map(({ key, title, lines }) => ({ key, title, lines })),
  };
}

/** The number of all lines; parts that could not be read may hold more (today#counts). */
export const waitsOf = (parts: readonly TodayPart[]): Counted => {
  const sum = sumOf(parts.flatMap(({ lines }) => lines));
  return { ...sum, orMore: sum.orMore || parts.some(({ error }) => error) };
};

/** The first lines over all parts, oldest first, each with the title of its part. */
export const firstLines = (parts: readonly TodayPart[], most: number): (TodayLine & { title: string })[] => {
  const titles = new Map(parts.flatMap(({ title, lines }) => lines.map(({ key }) => [key, title] as const)));
  return oldestFirst(parts.flatMap(({ lines }) => lines))
    .slice(0, most)
    .map((line) => ({ ...line, title: titles.get(line.key) ?? "" }));
};
