import { z } from "zod";

/** As typed: an empty field arrives as nothing, and no field is required (actions#nothing-required). */
const typed = z.string().default("");

/**
 * Every step of an action event's dialog. `review` shows what an address will be sent as, `edit` goes back to its
 * form, `submit` sends. `kind` repeats what the dialog showed, so that it can be shown again when the record cannot
 * be read.
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
