import { z } from "zod";
import { viewRoles } from "./model.ts";

/** The fields of a view's forms. A ticked box has 'on'. */
export const viewForm = z.object({
  name: z.string().trim().default(""),
  role: z.enum(viewRoles).optional(),
  pinned: z.boolean().default(false),
  into: z.string().max(80).optional(),
});

/** A row of the views posts whether a view is pinned. */
export const pinForm = z.object({ view: z.string().min(1).max(80), pin: z.enum(["on", "off"]) });
