import { z } from "zod";

/** Longer than any code: longer input was pasted by mistake. */
const maxCodeLength = 100;

/** The voucher code, which is required (vouchers#form). */
export const voucherForm = z.object({
  code: z
    .string({ error: "Enter a voucher code." })
    .trim()
    .min(1, "Enter a voucher code.")
    .max(maxCodeLength, "This is too long for a voucher code."),
});
