import { z } from "zod";

export const maxReasonLength = 500;

export const creditForm = z.object({ reason: z.string().default("") });

/** The dialog's field besides its question: the required reason. */
export type CreditSlot = {
  label: string;
  help: string;
  reason: string;
  errors: string[];
  cents?: number | undefined;
};
