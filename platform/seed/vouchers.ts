import { vouchers } from "#platform/database/schema/stores.ts";
import { voucherDigest } from "#platform/domains/vouchers/routes.ts";
import { recorded } from "./fixtures.ts";
import { tablePart } from "./insertRows.ts";

/** Valid, used and expired ones, and one that the register fails on; listed for people in docs/vouchers.md. */
const seedVouchers: readonly { code: string; balance: number; days: number; fails?: true }[] =
  recorded("vouchers");

export const vouchersPart = tablePart("vouchers", vouchers, (_, anchor) =>
  seedVouchers.map(({ code, balance, days, fails = false }) => ({
    codeDigest: voucherDigest(code),
    balance,
    expiresAt: new Date(anchor.getTime() + days * 86_400_000),
    fails,
  })),
);
