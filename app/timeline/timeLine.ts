import { ageOf, type Moment } from "#app/values/moment.ts";
import { plural } from "#app/values/show.ts";
import { type EventKind, eventKinds } from "./kinds.ts";

/** One thing that happened to a record; `lines` say more of it, `by` is empty where nobody is named. */
export type TimeLineEvent = {
  /** The same for as long as the event stands in its record. */
  key: string;
  kind: EventKind;
  what: string;
  by: string;
  at?: Moment;
  tone?: "danger" | "attention" | "ok";
  lines: string[];
  /** Where it can be followed outside. */
  link?: { href: string; label: string };
};

/** A kind that the time line can be narrowed to; all of them by default. */
export type KindChoice = { label: string; count: number; href: string; isOn: boolean };

/** One page of what happened to a record, newest first. */
export type TimeLine = {
  events: TimeLineEvent[];
  page: number;
  pages: number;
  /** Ends where the number of a page belongs. */
  pageHref: string;
  choices: KindChoice[];
  /** How many there are, in words. */
  about: string;
  /** What could not be read, in words. */
  unread: string[];
};

/** Events on one page. */
export const eventsPageSize = 50;

const kindLabels: Record<EventKind, string> = {
  job: "Jobs",
  mail: "Mails",
  parcel: "Parcel",
  record: "Records",
};

type Place = {
  kind: EventKind | undefined;
  page: number;
  hrefOf: (kind: EventKind | undefined) => string;
  pageHref: string;
};

/**
 * One page of a record's time line (screens#time-line): newest first, of events at one time the last one named first;
 * those without a readable time come last.
 */
export function toTimeLine(
  events: readonly TimeLineEvent[],
  { kind, page: wanted, hrefOf, pageHref }: Place,
  unread: string[] = [],
): TimeLine {
  const sorted = events
    .filter((event) => kind === undefined || event.kind === kind)
    .map((event, index) => ({ event, index, age: ageOf(event.at) }))
    .sort((one, other) => (one.age === other.age ? other.index - one.index : other.age - one.age));
  const pages = Math.max(1, Math.ceil(sorted.length / eventsPageSize));
  const page = Math.min(wanted, pages);
  const choice = (of: EventKind | undefined): KindChoice => ({
    label: of === undefined ? "All" : kindLabels[of],
    count: of === undefined ? events.length : events.filter((event) => event.kind === of).length,
    href: hrefOf(of),
    isOn: of === kind,
  });
  return {
    events: sorted.slice((page - 1) * eventsPageSize, page * eventsPageSize).map(({ event }) => event),
    page,
    pages,
    pageHref,
    // A kind without events is no choice, unless it is the one that is chosen.
    choices: [undefined, ...eventKinds].map(choice).filter(({ count, isOn }) => count > 0 || isOn),
    about: plural(sorted.length, "event", "events"),
    unread,
  };
}
