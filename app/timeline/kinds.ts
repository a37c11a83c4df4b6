import { oneOf } from "#app/search/fields.ts";

/** The kinds of events on a time line (screens#time-line). */
export const eventKinds = ["job", "mail", "parcel", "record"] as const;
export type EventKind = (typeof eventKinds)[number];

/** The kind that a time line is filtered by; all by default. */
export const eventsField = oneOf("events", [undefined, ...eventKinds]);
