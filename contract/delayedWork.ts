import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, text, time } from "./envelopes.ts";

/**
 * Accepted work that has been due for five minutes or longer, because another company does not accept it: it is
 * retried. `record` is an order, a return or a product, `action` the value of the person's action (empty for the
 * service's own next step), `message` the error of the latest of `attempts`.
 */
export const delayedWork = z.looseObject({
  record: text,
  id: z.string(),
  /** The record's display name: an order's number, a return's name, a product's group id. */
  name: text,
  storegroup: text,
  action: text,
  since: time,
  attempts: number,
  message: text,
});
export type DelayedWork = z.output<typeof delayedWork>;

/** Delayed work, longest first (extension `delayed-work`). */
export const getDelayedWork = defineCall({
  name: "getDelayedWork",
  method: "GET",
  path: "/api/getdelayedwork",
  answer: listOf(delayedWork),
});
