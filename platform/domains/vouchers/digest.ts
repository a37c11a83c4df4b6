import { createHash } from "node:crypto";

/** The lookup key of a voucher, without regard to case and spaces: the code itself is in no database. */
export const voucherDigest = (code: string): string =>
  createHash("sha256").update(code.replace(/\s+/g, "").toUpperCase()).digest("hex");
