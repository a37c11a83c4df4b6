import { z } from "zod";
import { viewRoles } from "./model.ts";

/** What the forms of a view take. A box that is ticked holds 'on'. */
export const viewForm = z.object({
  name: z.string().trim().default(""),
  role: z.enum(viewRoles).optional(),
  pinned: z.boolean().default(false),
  /** The view in whose place the list is put. */
  into: z.string().max(80).optional(),
});

/** What a row of the views posts: that a view is pinned, or not any more. */
export const pinForm = z.object({ view: z.string().min(1).max(80), pin: z.enum(["on", "off"]) });
