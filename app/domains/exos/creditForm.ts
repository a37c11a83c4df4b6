import { z } from "zod";

export const maxReasonLength = 500;

/** The form that records a credit as given, or not given after all. */
export const creditForm = z.object({ reason: z.string().default("") });

/** The dialog's field besides its question: the required reason. */
export type CreditSlot = { label: string; help: string; reason: string; errors: string[] };
