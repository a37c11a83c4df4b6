import { createHash } from "node:crypto";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import type { Workstation } from "#app/domains/labels/workstation.server.ts";
import { malformedForm, readForm } from "#app/http/forms/read.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { forgetToday } from "#app/today/today.server.ts";
import { plural, readJson } from "#app/values/values.ts";
import { keyOf, type LastPrice, lastPrice, withPrinted } from "./lastPrice.ts";

/**
 * A store's labels are split over this many records, each with a maximum number of labels: 8,000 per store at most.
 */
const shards = 16;
export const maxInShard = 500;
/** Retention of a label, in days. */
export const storedDays = 400;

const dayMs = 24 * 3600_000;
const lockSeconds = 10;

const shard = z.array(lastPrice);

/** The record of a barcode. */
const shardOf = (barcode: string): number => (createHash("sha256").update(barcode).digest()[0] ?? 0) % shards;

/** The labels that hang in a store (labels#wrong-labels), in whatever order reports arrive; the oldest are dropped first. */
export function createLastPrices(stored: Records, clock: () => number) {
  const shardKey = (alias: string, at: number) => `label-prices:${alias}:${at}`;
  const keys = (alias: string) => Array.from({ length: shards }, (_, at) => shardKey(alias, at));

  const change = (alias: string, at: number, to: (known: LastPrice[]) => LastPrice[]): Promise<void> => {
    const key = shardKey(alias, at);
    return stored.withLock(key, lockSeconds, async (locked) =>
      locked.set(key, to((await locked.get(key, shard)) ?? []), storedDays * 24 * 3600),
    );
  };

  return {
    /** Stores printed labels. */
    async remember(alias: string, labels: readonly LastPrice[]): Promise<void> {
      const now = clock();
      // A workstation's clock may be ahead: times in the future are set to now.
      const reports = labels.map((one) => ({ ...one, at: Math.min(one.at, now) }));
      const limits = { most: maxInShard, since: now - storedDays * dayMs };
      await Promise.all(
        [...byShard(reports)].map(([at, added]) =>
          change(alias, at, (known) => withPrinted(known, added, limits)),
        ),
      );
    },

    /** Removes the labels of this key (`keyOf`), which no longer hang. */
    takeDown: (alias: string, barcode: string, key: string): Promise<void> =>
      change(alias, shardOf(barcode), (known) => known.filter((one) => keyOf(one) !== key)),

    /** All stored labels of a store, unordered. */
    async list(alias: string): Promise<LastPrice[]> {
      const since = clock() - storedDays * dayMs;
      const found = await stored.getEach(keys(alias), shard);
      return found.flatMap((labels) => labels ?? []).filter(({ at }) => at >= since);
    },
  };
}

function byShard(labels: readonly LastPrice[]): Map<number, LastPrice[]> {
  const groups = new Map<number, LastPrice[]>();
  for (const label of labels) {
    const at = shardOf(label.barcode);
    groups.set(at, [...(groups.get(at) ?? []), label]);
  }
  return groups;
}

export const lastPrices = createLastPrices(lastingRecords, Date.now);

const reports = z.array(z.unknown()).min(1).max(500);

const printedForm = z.object({
  labels: z
    .string()
    .max(240_000)
    .transform((text, context): LastPrice[] => {
      const read = reports.safeParse(readJson(text));
      // A label that can't be stored, e.g. without a barcode, doesn't affect the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
});

/**
 * Stores the printed labels of a form (`reportOf`), of which a person says that they were printed; what was reported
 * before is stored once. Says how many they are.
 */
export async function sayPrinted({ user, store }: Workstation, form: FormData): Promise<string> {
  const submission = readForm(form, printedForm);
  if (submission.status !== "success") throw malformedForm();
  // The portal can only vouch for the current user's name: labels of somebody else are stored without one.
  const self = nameOf(user);
  const labels = submission.value.labels.map((one) => ({ ...one, by: one.by === self ? self : "" }));
  await lastPrices.remember(store.storeAlias, labels);
  // Today counts anew.
  forgetToday(user.subject);
  const count = labels.reduce((sum, { copies }) => sum + copies, 0);
  return `${plural(count, "label counts", "labels count")} as printed.`;
}
