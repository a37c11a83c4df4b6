import { z } from "zod";
import { defineCall } from "./calls.ts";

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
  id: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
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
