import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { vouchers } from "#platform/database/schema/vouchers.ts";
import { voucherDigest } from "./digest.ts";

/** The voucher of a code, as the simulated register holds it. */
export async function findVoucher(database: Database, code: string) {
  const [voucher] = await database
    .select()
    .from(vouchers)
    .where(eq(vouchers.codeDigest, voucherDigest(code)));
  return voucher;
}
