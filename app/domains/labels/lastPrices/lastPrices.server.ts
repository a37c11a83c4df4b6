import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { requireForm } from "#app/http/forms/read.ts";
import { hashOf, once } from "#app/http/once.server.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { forgetToday } from "#app/today/today.server.ts";
import { plural, readJson } from "#app/values/values.ts";
import { maxBatchLines } from "../batchChanges.ts";
import { maxBarcodeLength } from "../entry.ts";
import { type LabelJob, wasPrice } from "../jobs.ts";
import { copiesLimits, labelDesigns } from "../label.ts";
import type { LabelProductView } from "../model.ts";
import type { Workstation } from "../workstation.server.ts";

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

/** Whether labels hang in one place: a product's price ticket is separate from the barcode labels of its sizes. */
const isSamePlace = (one: LastPrice, other: LastPrice): boolean =>
  one.barcode === other.barcode && one.design === other.design;

/**
 * The labels that hang once these were printed, newest first, at most `most`, and none from before `since`: equal ones
 * add up, and others take the places of as many older ones of their barcode and design. What is not newer than the
 * labels of its place was reported before, or is replaced already.
 */
export function withPrinted(
  hanging: readonly LastPrice[],
  printed: readonly LastPrice[],
  { most, since }: { most: number; since: number },
): LastPrice[] {
  let labels = hanging.toReversed();
  for (const one of printed.toSorted((early, late) => early.at - late.at)) {
    if (hanging.some((old) => isSamePlace(old, one) && old.at >= one.at)) continue;
    let { copies } = one;
    let replacing = copies;
    const left = labels.flatMap((old): LastPrice[] => {
      if (!isSamePlace(old, one)) return [old];
      if (keyOf(old) === keyOf(one)) {
        copies += old.copies;
        return [];
      }
      const replaced = Math.min(replacing, old.copies);
      replacing -= replaced;
      return replaced === old.copies ? [] : [{ ...old, copies: old.copies - replaced }];
    });
    labels = [...left, { ...one, copies }];
  }
  return labels
    .filter(({ at }) => at >= since)
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
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

/**
 * A store's labels are split over this many records, each with a maximum number of labels: 8,000 per store at most.
 */
const shards = 16;
export const maxInShard = 500;
export const storedDays = 400;

const storedSeconds = storedDays * 24 * 3600;

const shard = z.array(lastPrice);

const shardOf = (barcode: string): number => (createHash("sha256").update(barcode).digest()[0] ?? 0) % shards;

/** The labels that hang in a store (labels#wrong-labels), in whatever order reports arrive; the oldest are dropped first. */
export function createLastPrices(stored: Records, clock: () => number) {
  const shardKey = (alias: string, at: number) => `label-prices:${alias}:${at}`;

  const change = (alias: string, at: number, to: (known: LastPrice[]) => LastPrice[]) =>
    stored.change(shardKey(alias, at), shard, storedSeconds, (known = []) => to(known));

  return {
    async remember(alias: string, labels: readonly LastPrice[]): Promise<void> {
      const now = clock();
      // A workstation's clock may be ahead: times in the future are set to now.
      const reports = labels.map((one) => ({ ...one, at: Math.min(one.at, now) }));
      const limits = { most: maxInShard, since: now - storedSeconds * 1000 };
      const inShard = (at: number) => reports.filter(({ barcode }) => shardOf(barcode) === at);
      await Promise.all(
        [...new Set(reports.map(({ barcode }) => shardOf(barcode)))].map((at) =>
          change(alias, at, (known) => withPrinted(known, inShard(at), limits)),
        ),
      );
    },

    /** Removes the labels of this key (`keyOf`), or as many of them, which no longer hang. */
    takeDown: (alias: string, barcode: string, key: string, copies = Number.POSITIVE_INFINITY) =>
      change(alias, shardOf(barcode), (known) =>
        known.flatMap((one): LastPrice[] => {
          if (keyOf(one) !== key) return [one];
          return one.copies > copies ? [{ ...one, copies: one.copies - copies }] : [];
        }),
      ),

    async list(alias: string): Promise<LastPrice[]> {
      const since = clock() - storedSeconds * 1000;
      const keys = Array.from({ length: shards }, (_, at) => shardKey(alias, at));
      const found = await stored.getEach(keys, shard);
      return found.flatMap((labels) => labels ?? []).filter(({ at }) => at >= since);
    },
  };
}

export const lastPrices = createLastPrices(lastingRecords, Date.now);

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
