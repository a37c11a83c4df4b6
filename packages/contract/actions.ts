import { z } from "zod";
import { defineCall } from "./calls.ts";
import { id, listOf, number, text, time } from "./envelopes.ts";

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

/** So much delayed work is answered: with as much as this there may be more. */
export const maxDelayedWork = 2_000;

/** Delayed work, longest first, `maxDelayedWork` at most (extension `counts`). */
export const getDelayedWork = defineCall({
  name: "getDelayedWork",
  path: "/api/getdelayedwork",
  answer: listOf(delayedWork),
});

/** The payload of an `address` action, as a JSON string (actions#payload). */
export const addressPayload = z.object({
  company: z.string(),
  street1: z.string(),
  street2: z.string(),
  suburb: z.string(),
  postcode: z.string(),
  state: z.string(),
  country: z.string(),
});
export type AddressPayload = z.output<typeof addressPayload>;

export const actionEvent = z.object({
  action: z.string().min(1),
  target: z.string().min(1),
  storeGroup: z.string(),
  payload: z.string(),
  sourceType: z.string(),
  submittedBy: z.string().min(1),
});
export type ActionEvent = z.output<typeof actionEvent>;

/** The event as the server recorded it: its own fields, and the submission time if it is sent. */
export const submittedActionEvent = z.looseObject({
  id: id.optional().catch(undefined),
  submitted: z.boolean().optional().catch(undefined),
  submittedAt: z.union([z.string(), z.number()]).optional().catch(undefined),
});

export const postActionEvent = defineCall({
  name: "postActionEvent",
  method: "POST",
  path: "/api/ActionEvent",
  body: actionEvent,
  answer: submittedActionEvent,
});
