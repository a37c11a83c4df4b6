import { oneOf } from "#app/search/fields.ts";

/** What the events of a time line are of (screens#time-line). */
export const eventKinds = ["job", "mail", "parcel", "record"] as const;
export type EventKind = (typeof eventKinds)[number];

/** The kind that a time line is narrowed to; all by default. */
export const eventsField = oneOf("events", [undefined, ...eventKinds]);
