import { voucherDigest } from "#platform/domains/vouchers/digest.ts";
import { insertRows } from "./insertRows.ts";
import type { SeedContext, SeedPart } from "./part.ts";

/** A row of `vouchers` under its column names. */
type VoucherRow = { code_digest: string; balance: number; expires_at: string; fails: boolean };

type SeedVoucher = { code: string; balance: number; days: number; fails?: true };

const day = 86_400_000;

// They are listed for people in docs/vouchers.md.
const seedVouchers: readonly SeedVoucher[] = [
  { code: "NSW-KIDS-2501", balance: 50, days: 3650 },
  { code: "NSW-KIDS-2502", balance: 12.5, days: 3650 },
  { code: "NSW-KIDS-2503", balance: 0, days: 3650 },
  { code: "NSW-KIDS-2504", balance: 1250, days: 3650 },
  { code: "NSW-KIDS-2401", balance: 50, days: -30 },
  { code: "NSW-KIDS-2402", balance: 25, days: -400 },
  { code: "NSW-KIDS-2599", balance: 50, days: 3650, fails: true },
];

/** The vouchers of the simulated register: valid, used, expired, and one that it fails on. */
const voucherRows = (anchor: Date): VoucherRow[] =>
  seedVouchers.map(({ code, balance, days, fails = false }) => ({
    code_digest: voucherDigest(code),
    balance,
    expires_at: new Date(anchor.getTime() + days * day).toISOString(),
    fails,
  }));

async function loadVouchers({ database, anchor, report }: SeedContext): Promise<void> {
  await insertRows(database, "vouchers", voucherRows(anchor));
  report(seedVouchers.length);
}

export const vouchersPart: SeedPart = {
  name: "vouchers",
  tables: ["vouchers"],
  rows: () => seedVouchers.length,
  load: loadVouchers,
};
