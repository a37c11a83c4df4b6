import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, optionalObject, text, time } from "./envelopes.ts";

/** Who acts next: we do, because something went wrong; the partner; or we do, because the partner waits. */
export const ediQueueGroups = ["needs-person", "owed-by-partner", "owed-to-partner", "gaps"] as const;
export type EdiQueueGroup = (typeof ediQueueGroups)[number];

/**
 * One line of the EDI queue (extension `edi-desk`). `filters` are those of the list with exactly the counted records:
 * of `getInterchanges` or `getPartnerOrders`, by `list`; gaps are in no list. `title` follows the number: 'interchanges
 * on hold'. Lines with a count of 0 are left out.
 */
export const ediQueueLine = z.looseObject({
  key: z.string(),
  group: z.enum(ediQueueGroups),
  title: text,
  list: z.enum(["interchanges", "orders", "gaps"]),
  filters: optionalObject({}),
  count: z.coerce.number(),
  oldest_at: time,
  late_count: number,
  /**
   * Extension `edi-desk`, for duties: how many are due in the next hour; the earliest due time of those that are not
   * late, and of those that are late.
   */
  due_soon_count: number,
  next_due_at: time,
  late_since: time,
  partner: text,
});
export type EdiQueueLine = z.output<typeof ediQueueLine>;

export const getEdiQueue = defineCall({
  name: "getEdiQueue",
  base: "edi",
  path: "/api/bc-myer/v1/queue",
  answer: listOf(ediQueueLine),
  extension: "edi-desk",
});
