import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, text, time } from "./envelopes.ts";

/** Whose turn it is: ours, because something went wrong; the partner's; ours, because the partner waits. */
export const ediQueueGroups = ["needs-person", "owed-by-partner", "owed-to-partner", "gaps"] as const;
export type EdiQueueGroup = (typeof ediQueueGroups)[number];

/**
 * One line of what is to be done about EDI (extension `edi-queue`). `filters` are those of the list that holds exactly
 * the records counted: of `getInterchanges` or `getPartnerOrders`, as `list` says; gaps stand in no list. `title`
 * goes on after the number: 'interchanges on hold'. Lines with a count of 0 are left out.
 */
export const ediQueueLine = z.looseObject({
  key: z.string(),
  group: z.enum(ediQueueGroups),
  title: text,
  list: z.enum(["interchanges", "orders", "gaps"]),
  filters: z.looseObject({}).nullish().catch(undefined),
  count: z.coerce.number(),
  /** When the oldest of them came. */
  oldest_at: time,
  /** How many of them are past their time. */
  late_count: number,
  /**
   * Extension `edi-due`, where they are owed: how many are due in the next hour; when the first of those that are not
   * late is due, and since when the first of those that are late is; in which time zone the partner lives.
   */
  due_soon_count: number,
  next_due_at: time,
  late_since: time,
  due_time_zone: text,
  /** The partner that it is about, where it is about one. */
  partner: text,
});
export type EdiQueueLine = z.output<typeof ediQueueLine>;

export const getEdiQueue = defineCall({
  name: "getEdiQueue",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/queue",
  query: undefined,
  body: undefined,
  answer: listOf(ediQueueLine),
  extension: "edi-queue",
});
