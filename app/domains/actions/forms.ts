import { z } from "zod";

/** As typed: an empty field arrives as nothing, and no field is required (spec 1 §5). */
const typed = z.string().default("");

/**
 * Every step of the confirm dialog. `review` shows what an address will be sent as, `edit` goes back to
 * its form, `submit` sends. `kind` and `text` repeat what the dialog showed, so that it can be shown again
 * when the product cannot be read.
 */
export const confirmForm = z.object({
  intent: z.enum(["submit", "review", "edit"]).default("submit"),
  token: z.string(),
  kind: z.enum(["none", "note", "address", "customer", "unknown"]).default("none"),
  text: typed,
  note: typed,
  company: typed,
  street1: typed,
  street2: typed,
  suburb: typed,
  postcode: typed,
  state: typed,
  country: typed,
});
export type ConfirmForm = z.output<typeof confirmForm>;
