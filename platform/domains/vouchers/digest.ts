import { createHash } from "node:crypto";

/** What a voucher is looked up by, without regard to case and spaces: a code itself stands in no database. */
export const voucherDigest = (code: string): string =>
  createHash("sha256").update(code.replace(/\s+/g, "").toUpperCase()).digest("hex");
