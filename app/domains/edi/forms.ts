import { z } from "zod";

/** The confirm dialog of an EDI action. */
export const confirmEdiForm = z.object({ token: z.string().min(1) });
