import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getVoucherBalance, isVoucherStore } from "#contract/vouchers.ts";
import type { Database } from "#database/connect.ts";
import { vouchers } from "#platform/database/schema/stores.ts";
import { Problem, serve } from "#platform/http/requests.ts";

/** The lookup key of a voucher, without regard to case and spaces: the code itself is in no database. */
export const voucherDigest = (code: string): string =>
  createHash("sha256").update(code.replace(/\s+/g, "").toUpperCase()).digest("hex");

async function findVoucher(database: Database, code: string) {
  const [voucher] = await database
    .select()
    .from(vouchers)
    .where(eq(vouchers.codeDigest, voucherDigest(code)));
  return voucher;
}

const expiryDate = new Intl.DateTimeFormat("en-AU", { dateStyle: "long", timeZone: "Australia/Sydney" });

/**
 * GET /api/nswvoucher/balance (calls#voucher). The state's register is simulated. No code is part of a message or a
 * log: a code is as good as cash (vouchers#secret).
 */
export function voucherRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getVoucherBalance,
    permission: "store/nswvoucher",
    summary: "What a voucher is still worth, in dollars",
    failures: [404, 422],
    words: { 422: "Store not supported, or the voucher has expired" },
    answerWith: async ({ query: { storealias, vouchercode } }) => {
      if (!isVoucherStore(storealias)) throw new Problem(422, "Store not supported");
      if (vouchercode.trim() === "") throw new Problem(400, "vouchercode: A voucher code is required");
      const voucher = await findVoucher(database, vouchercode);
      if (!voucher) throw new Problem(404, "There is no voucher with this code.");
      if (voucher.fails) throw new Error("The voucher register did not answer (simulated)");
      if (voucher.expiresAt <= new Date()) {
        throw new Problem(422, `This voucher expired on ${expiryDate.format(voucher.expiresAt)}.`);
      }
      return { balance: voucher.balance };
    },
  });
}
