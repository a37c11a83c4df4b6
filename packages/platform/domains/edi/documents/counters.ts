import { sql } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { ediCounters } from "#platform/database/schema/ediPartners.ts";
import type { StoredPartner } from "#platform/database/schema/ediStored.ts";

/**
 * The next number of a series, from 1; the first of `count`. The series is locked until the transaction ends, and a
 * failed transaction returns its number: there are no gaps. The caller takes all its other locks before this one.
 */
async function nextNumber(transaction: Database, series: string, count = 1): Promise<number> {
  const [row] = await transaction
    .insert(ediCounters)
    .values({ series, last: count })
    .onConflictDoUpdate({ target: ediCounters.series, set: { last: sql`${ediCounters.last} + ${count}` } })
    .returning({ last: ediCounters.last });
  if (!row) throw new Error(`The series ${series} gave no number`);
  return row.last - count + 1;
}

/** The series of control references (0020) from one partner to another. */
export const controlSeries = (sender: StoredPartner, recipient: StoredPartner): string =>
  JSON.stringify([
    "control",
    sender.identification,
    sender.qualifier,
    recipient.identification,
    recipient.qualifier,
  ]);

/** The next control reference (0020) from one partner to another: nine digits. */
export const nextControlReference = async (
  transaction: Database,
  sender: StoredPartner,
  recipient: StoredPartner,
): Promise<string> =>
  String(await nextNumber(transaction, controlSeries(sender, recipient))).padStart(9, "0");

/** The series of our documents for a partner, with numbers from `base`. */
export const documentSeries = (partner: string, base: string): string =>
  JSON.stringify(["document", partner, base]);

export const nextDocumentNumber = (transaction: Database, partner: string, base: string): Promise<number> =>
  nextNumber(transaction, documentSeries(partner, base));

export const orderSeries = (storeId: number): string => JSON.stringify(["order", storeId]);

export const nextOrderNumber = (transaction: Database, storeId: number): Promise<number> =>
  nextNumber(transaction, orderSeries(storeId));

/** The first of this many consecutive serial numbers of packages. */
export const nextPackageSerials = (transaction: Database, count: number): Promise<number> =>
  nextNumber(transaction, "sscc", count);
