import { z } from "zod";

/** As typed: an empty field is submitted as absent, and no field is required (actions#nothing-required). */
const typed = z.string().default("");

/**
 * All steps of an action event's dialog. `review` shows the address as it will be sent, `edit` returns to its form,
 * `submit` sends. `kind` is a copy of the dialog's, to show it again when the record cannot be read.
 */
export const eventForm = z.object({
  intent: z.enum(["submit", "review", "edit"]).default("submit"),
  kind: z.enum(["none", "note", "address", "customer", "unknown"]).default("none"),
  note: typed,
  company: typed,
  street1: typed,
  street2: typed,
  suburb: typed,
  postcode: typed,
  state: typed,
  country: typed,
});
export type EventForm = z.output<typeof eventForm>;
