import { z } from "zod";

/** Characters that a reason has at most. */
export const maxReasonLength = 500;

/** What is typed when a credit is said to be given, or not given after all. */
export const creditForm = z.object({ reason: z.string().default("") });

/** What the dialog holds beside its question: the required reason. */
export type CreditSlot = { label: string; help: string; reason: string; errors: string[] };
