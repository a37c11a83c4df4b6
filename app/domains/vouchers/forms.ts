import { z } from "zod";

/** Longer than any code: what is longer was pasted by mistake. */
const longestCode = 100;

/** The voucher code, required (2 §5). */
export const voucherForm = z.object({
  code: z
    .string({ error: "Enter a voucher code." })
    .trim()
    .min(1, "Enter a voucher code.")
    .max(longestCode, "This is too long for a voucher code."),
});
