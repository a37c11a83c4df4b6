import { oneOf } from "#app/core/search/search.ts";
import { compact, type Moment, plural, timeOf } from "#app/core/values/values.ts";

/** The kinds of events on a time line (screens#time-line). */
export const eventKinds = ["job", "mail", "parcel", "record"] as const;
export type EventKind = (typeof eventKinds)[number];

/** The kind that a time line is filtered by; all by default. */
export const eventsField = oneOf("events", [undefined, ...eventKinds]);

/** One event of a record; `lines` are details, `by` is empty if nobody is named. */
export type TimeLineEvent = {
  /** Stable while the event is in its record. */
  key: string;
  kind: EventKind;
  what: string;
  by: string;
  at?: Moment;
  tone?: "danger" | "attention" | "ok";
  lines: string[];
  link?: { href: string; label: string };
};

type Parcel = Pick<TimeLineEvent, "key" | "what" | "by" | "at"> & {
  conNote: string;
  units: number;
  trackHref?: string | undefined;
};

/** A parcel that was sent: its con note and units, and where it is tracked. */
export const parcelEvent = ({ conNote, units, trackHref, ...event }: Parcel): TimeLineEvent =>
  compact<TimeLineEvent>({
    ...event,
    kind: "parcel",
    lines: [
      [conNote === "" ? "" : `Con Note ${conNote}`, units > 0 ? plural(units, "unit", "units") : ""]
        .filter(Boolean)
        .join(" · "),
    ].filter(Boolean),
    link: trackHref === undefined ? undefined : { label: "Track", href: trackHref },
  });

/** A kind to filter the time line by; all of them by default. */
export type KindChoice = { label: string; count: number; href: string; isOn: boolean };

/** One page of a record's events, newest first. */
export type TimeLine = {
  events: TimeLineEvent[];
  page: number;
  pages: number;
  pageHref: string;
  choices: KindChoice[];
  about: string;
  /** What could not be read, in words. */
  unread: string[];
};

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
 * One page of a record's time line (screens#time-line): newest first, events at the same time in
 * reverse order; those without a readable time last.
 */
export function toTimeLine(
  events: readonly TimeLineEvent[],
  { kind, page: wanted, hrefOf, pageHref }: Place,
  unread: string[] = [],
): TimeLine {
  const sorted = events
    .filter((event) => kind === undefined || event.kind === kind)
    .map((event, index) => ({ event, index, age: timeOf(event.at) }))
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
    // A kind without events is not offered, unless it is selected.
    choices: [undefined, ...eventKinds].map(choice).filter(({ count, isOn }) => count > 0 || isOn),
    about: plural(sorted.length, "event", "events"),
    unread,
  };
}
