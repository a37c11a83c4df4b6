import { createHash } from "node:crypto";
import { z } from "zod";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import type { LabelJob } from "../jobs.ts";
import { type LastPrice, lastPrice, toLastPrices, withNewest } from "./lastPrice.ts";

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

/**
 * The last label of each barcode, by store (labels#wrong-labels): only the newest is stored, in
 * whatever order reports arrive; the oldest are dropped first.
 */
export function createLastPrices(stored: Records, clock: () => number) {
  const keyOf = (alias: string, at: number) => `label-prices:${alias}:${at}`;
  const keys = (alias: string) => Array.from({ length: shards }, (_, at) => keyOf(alias, at));

  const remember = (alias: string, at: number, added: readonly LastPrice[]): Promise<void> => {
    const key = keyOf(alias, at);
    return stored.withLock(key, lockSeconds, async (locked) => {
      const known = (await locked.get(key, shard)) ?? [];
      const next = withNewest(known, added, { most: maxInShard, since: clock() - storedDays * dayMs });
      await locked.set(key, next, storedDays * 24 * 3600);
    });
  };

  return {
    /** Stores printed labels. */
    async remember(alias: string, labels: readonly LastPrice[]): Promise<void> {
      const now = clock();
      // A workstation's clock may be ahead: times in the future are set to now.
      const reports = labels.map((one) => ({ ...one, at: Math.min(one.at, now) }));
      await Promise.all([...byShard(reports)].map(([at, added]) => remember(alias, at, added)));
    },

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

/** Stores labels that are printed now, in whatever way. */
export const noteHandedOver = (alias: string, jobs: readonly LabelJob[], by: string): Promise<void> =>
  lastPrices.remember(alias, toLastPrices(jobs, { at: Date.now(), by }));
