import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, text, time } from "./envelopes.ts";

/**
 * Work that was accepted and is not done for five minutes or longer, because another company does not take it: it is
 * tried again. `record` is an order, a return or a product, `action` the value of what a person asked for (empty where it
 * is the service's own next step), `message` why the latest of so many `attempts` failed.
 */
export const delayedWork = z.looseObject({
  record: text,
  id: z.string(),
  /** What people call the record: an order's number, a return's name, a product's group id. */
  name: text,
  storegroup: text,
  action: text,
  since: time,
  attempts: number,
  message: text,
});
export type DelayedWork = z.output<typeof delayedWork>;

/** What is delayed, the longest first (extension `delayed-work`). */
export const getDelayedWork = defineCall({
  name: "getDelayedWork",
  method: "GET",
  base: "portal",
  path: "/api/getdelayedwork",
  query: undefined,
  body: undefined,
  answer: listOf(delayedWork),
});
