import { deflateSync, inflateSync } from "node:zlib";
import { and, eq, gte, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "#app/core/auth/user.ts";
import { textArray } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import { requireForm } from "#app/core/http/forms/read.ts";
import { hashOf, once } from "#app/core/http/once.server.ts";
import { plural, readJson } from "#app/core/values/values.ts";
import { forgetToday } from "#app/features/today/parts.server.ts";
import type { Database } from "#database/connect.ts";
import { maxBatchLines } from "../batchChanges.ts";
import { maxBarcodeLength } from "../entry.ts";
import { type LabelJob, wasPrice } from "../jobs.ts";
import { copiesLimits, labelDesigns } from "../label.ts";
import type { LabelProductView } from "../model.ts";
import type { Workstation } from "../workstation.server.ts";
import { labelReports } from "./tables.ts";

const price = z.string().regex(/^\d{1,12}\.\d{2}$/);
const priceOrNone = z.union([price, z.literal("")]);
const bookName = z.string().max(100);

/** Printed labels of one look: with this price, for a barcode, in one design (labels#wrong-labels). */
export const lastPrice = z.object({
  barcode: z.string().regex(/^\d+$/).max(maxBarcodeLength),
  design: z.enum(labelDesigns),
  title: z.string().transform((text) => text.slice(0, 500)),
  copies: z.number().int().min(copiesLimits.lowest).default(copiesLimits.lowest),
  price,
  /** The former price on the label and its price book; empty without one. */
  was: priceOrNone.default(""),
  wasBook: bookName.default(""),
  /**
   * The price book of the product's price, and the book's price: if it differs from the printed
   * one, another price was typed.
   */
  book: bookName,
  bookPrice: priceOrNone,
  /** When it was printed, in epoch milliseconds, and by whom; empty if unknown. */
  at: z.number(),
  by: z.string().transform((name) => name.slice(0, 200)),
});
export type LastPrice = z.output<typeof lastPrice>;

/** A printed label as it is stored (labels#last-labels); undefined without a price, or a barcode that finds its product. */
export const toLastPrice = (
  { label, title, priced }: LabelJob,
  printed: { at: number; by: string },
): LastPrice | undefined =>
  priced &&
  lastPrice.safeParse({
    ...{ ...label, ...priced, title, price: label.price, bookPrice: priced.price },
    ...printed,
  }).data;

/** The key of labels that look the same. */
export const keyOf = ({ design, barcode, price, was }: LastPrice): string =>
  `${design} ${barcode} ${price} ${was}`;

/**
 * What was reported of labels: that they were printed, or taken down; or that they hang, where no older report is
 * expected any more.
 */
const report = lastPrice.extend({ is: z.enum(["printed", "down", "hang"]).default("hang") });
export type Report = z.output<typeof report>;

/** Where labels hang: a product's price ticket is separate from the barcode labels of its sizes. */
const placeOf = ({ design, barcode }: LastPrice): string => `${design} ${barcode}`;

function grouped(reports: readonly Report[], by: (one: Report) => string): Report[][] {
  const groups = new Map<string, Report[]>();
  for (const one of reports) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return [...groups.values()];
}

/** Takes up to so many of the labels that `isMeant`, the oldest first. */
function without(labels: readonly LastPrice[], copies: number, isMeant: (label: LastPrice) => boolean) {
  let left = copies;
  return labels.flatMap((label): LastPrice[] => {
    if (!isMeant(label)) return [label];
    const reported = Math.min(left, label.copies);
    left -= reported;
    return reported === label.copies ? [] : [{ ...label, copies: label.copies - reported }];
  });
}

/** A report of one look at one moment: sent again, it is the same. */
const reportName = (one: Report): string => `${one.is} ${one.at} ${keyOf(one)}`;

const inTime = (one: Report, other: Report): number =>
  one.at - other.at || one.is.localeCompare(other.is) || keyOf(one).localeCompare(keyOf(other));

/** The labels of one place after these reports: equal ones add up, and others take the places of as many older ones. */
function inPlace(reports: readonly Report[]): LastPrice[] {
  let labels: LastPrice[] = [];
  for (const { is, ...one } of reports.toSorted(inTime)) {
    const isSame = (label: LastPrice) => keyOf(label) === keyOf(one);
    if (is === "down") {
      labels = without(labels, one.copies, isSame);
      continue;
    }
    const replaced = is === "printed" ? one.copies : 0;
    const copies = labels.filter(isSame).reduce((sum, label) => sum + label.copies, one.copies);
    const others = without(labels, replaced, (label) => !isSame(label)).filter((label) => !isSame(label));
    labels = [...others, { ...one, copies }];
  }
  return labels;
}

/** The labels that hang after these reports, newest first; a store's, or those of some places. */
export function hangingAfter(reports: readonly Report[]): LastPrice[] {
  return grouped(reports, placeOf)
    .flatMap(inPlace)
    .sort((one, other) => other.at - one.at);
}

const settled = (reports: readonly Report[]): Report[] =>
  hangingAfter(reports).map((label) => ({ ...label, is: "hang" }));

/**
 * The reports with others added, in whatever order they arrive: what is told again, of one look at one moment, counts
 * once. Those from before `settledBefore` are kept as what hangs after them, and an older one comes too late.
 */
export function withReports(
  existing: readonly Report[],
  added: readonly Report[],
  settledBefore: number,
): Report[] {
  const reports = grouped(added, reportName).flatMap((equal): Report[] => {
    const [first] = equal;
    return first ? [{ ...first, copies: equal.reduce((sum, { copies }) => sum + copies, 0) }] : [];
  });
  const settledAt = new Map<string, number>();
  for (const old of existing.filter(({ is }) => is === "hang"))
    settledAt.set(placeOf(old), Math.max(old.at, settledAt.get(placeOf(old)) ?? 0));
  const isTooLate = (one: Report) => (settledAt.get(placeOf(one)) ?? Number.NEGATIVE_INFINITY) >= one.at;
  const byName = new Map(existing.map((one) => [reportName(one), one]));
  for (const one of reports) {
    const before = byName.get(reportName(one));
    if (!isTooLate(one) && (before?.copies ?? 0) < one.copies) byName.set(reportName(one), one);
  }
  const all = [...byName.values()];
  const isOld = ({ at, is }: Report) => is === "hang" || at < settledBefore;
  return [...settled(all.filter(isOld)), ...all.filter((one) => !isOld(one))];
}

/**
 * Whether a label is wrong now: its product's price equals neither the label's price nor the book's price when the
 * label was made, which covers a typed price: it is right until the book's price changes; or its former price is none.
 */
export const isWrong = (
  label: LastPrice,
  product: Pick<LabelProductView, "price" | "otherPrices">,
): boolean =>
  (product.price.text !== label.price && product.price.text !== label.bookPrice) ||
  (label.was !== "" && wasPrice(product, label.wasBook, label.price) !== label.was);

export const storedDays = 400;
const dayMs = 24 * 3_600_000;
/** A report may come as late as this: a workstation tells what it printed once its page is open again. */
const lateMs = 7 * dayMs;

type Row = typeof labelReports.$inferSelect;
type NewRow = typeof labelReports.$inferInsert;

const reportOf = ({ store: _, expiresAt: __, at, ...row }: Row): Report => ({ ...row, at: at.getTime() });
const rowOf = (store: string, { at, ...one }: Report): NewRow => ({
  ...{ ...one, store, at: new Date(at) },
  expiresAt: new Date(at + storedDays * dayMs),
});

/** Many rows are written in several statements, whose parameters have a limit. */
const maxRowsAtOnce = 1_000;

/** The labels that hang in a store (labels#wrong-labels), in whatever order reports arrive. */
export function createLastPrices(database: Database, clock: () => number) {
  /** Adds reports of these barcodes, one writer of a store after the other: what hangs follows from all that is known. */
  async function add(
    transaction: Database,
    store: string,
    barcodes: readonly string[],
    added: (existing: readonly Report[]) => readonly Report[],
  ): Promise<void> {
    await lockUntilEnd(transaction, "labels that hang in a store", store);
    const here = and(
      eq(labelReports.store, store),
      sql`${labelReports.barcode} = any(${textArray([...new Set(barcodes)])})`,
    );
    const storedReports = (await transaction.select().from(labelReports).where(here)).map(reportOf);
    const after = withReports(storedReports, added(storedReports), clock() - lateMs);
    const before = new Map(storedReports.map((one) => [reportName(one), one]));
    const names = new Set(after.map(reportName));
    const isLeft = storedReports.some((one) => !names.has(reportName(one)));
    if (isLeft) await transaction.delete(labelReports).where(here);
    const changed = after.filter((one) => isLeft || before.get(reportName(one))?.copies !== one.copies);
    for (let from = 0; from < changed.length; from += maxRowsAtOnce)
      await transaction
        .insert(labelReports)
        .values(changed.slice(from, from + maxRowsAtOnce).map((one) => rowOf(store, one)))
        .onConflictDoUpdate({
          target: [
            ...([labelReports.store, labelReports.barcode, labelReports.design, labelReports.at] as const),
            ...([labelReports.is, labelReports.price, labelReports.was] as const),
          ],
          set: { copies: sql`excluded.copies` },
        });
  }

  /** Removes the labels of this key (`keyOf`), or as many of them, which no longer hang. */
  const takeDownIn = (
    transaction: Database,
    store: string,
    barcode: string,
    key: string,
    copies = Number.POSITIVE_INFINITY,
  ): Promise<void> =>
    add(transaction, store, [barcode], (existing) => {
      // Behind all that hangs, which may have been printed this very moment.
      const at = Math.max(clock(), ...existing.map((one) => one.at + 1));
      return hangingAfter(existing)
        .filter((one) => keyOf(one) === key)
        .map((one) => ({ ...one, copies: Math.min(copies, one.copies), at, is: "down" }));
    });

  /** Remembers printed labels in the transaction that says that they were. */
  async function rememberIn(
    transaction: Database,
    store: string,
    labels: readonly LastPrice[],
  ): Promise<void> {
    if (labels.length === 0) return;
    const now = clock();
    // A workstation's clock may be ahead: times in the future are set to now. What is too old is nothing to remember.
    const reports = labels
      .map((one): Report => ({ ...one, at: Math.min(one.at, now), is: "printed" }))
      .filter(({ at }) => at >= now - storedDays * dayMs);
    await add(
      transaction,
      store,
      reports.map(({ barcode }) => barcode),
      () => reports,
    );
  }

  return {
    rememberIn,
    takeDownIn,

    remember: (store: string, labels: readonly LastPrice[]): Promise<void> =>
      database.transaction((transaction) => rememberIn(transaction, store, labels)),

    takeDown: (store: string, barcode: string, key: string, copies?: number): Promise<void> =>
      database.transaction((transaction) => takeDownIn(transaction, store, barcode, key, copies)),

    async list(store: string): Promise<LastPrice[]> {
      const since = clock() - storedDays * dayMs;
      const rows = await database
        .select()
        .from(labelReports)
        .where(and(eq(labelReports.store, store), gte(labelReports.at, new Date(since))));
      return hangingAfter(rows.map(reportOf));
    },
  };
}

export const lastPrices = createLastPrices(database, Date.now);

const maxReportBytes = 2_000_000;

/** Labels as a field of a form; packed, since those of a full batch are larger than a form may be. */
export const toReport = (labels: unknown): string =>
  deflateSync(JSON.stringify(labels)).toString("base64url");

function readReport(field: string): unknown {
  try {
    const options = { maxOutputLength: maxReportBytes };
    return readJson(inflateSync(Buffer.from(field, "base64url"), options).toString());
  } catch {
    // Not packed by the portal.
    return undefined;
  }
}

const printedForm = z.object({
  labels: z.string().transform(readReport).pipe(z.array(z.unknown()).min(1).max(maxBatchLines)),
});

/**
 * Stores the printed labels of a form (`toReport`), of which a person says that they were printed: they hang from then
 * on, not from when their page was opened, and a report that is sent again counts once. Says how many they are.
 */
export async function sayPrinted({ user, store }: Workstation, form: FormData): Promise<string> {
  // The portal can only vouch for the current user's name: labels of somebody else are stored without one.
  const self = nameOf(user);
  // A label that can't be stored, e.g. without a barcode, doesn't affect the others.
  const printed = requireForm(form, printedForm).labels.flatMap((one) => lastPrice.safeParse(one).data ?? []);
  const report = hashOf(["printed", store.storeAlias, form.get("labels")]);
  const { outcome: count } = await once(user, report, async () => {
    const at = Date.now();
    const labels = printed.map((one) => ({ ...one, at, by: one.by === self ? self : "" }));
    await lastPrices.remember(store.storeAlias, labels);
    return labels.reduce((sum, { copies }) => sum + copies, 0);
  });
  forgetToday(user.subject);
  return `${plural(count, "label counts", "labels count")} as printed.`;
}
