import { z } from "zod";

/** The confirm dialog of an EXO action. `name` repeats what the dialog showed, for when the EXO cannot be read. */
export const confirmExoForm = z.object({
  token: z.string().min(1),
  name: z.string().default(""),
});
