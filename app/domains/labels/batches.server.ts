import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import type { Batch } from "./batch.ts";
import { emptyBatch } from "./batchChanges.ts";

const ttlSeconds = 30 * 24 * 3600;
const lockSeconds = 10;
/** Submissions known by their tokens: many times those that may be on their way. */
const storedTokens = 100;

const product = z.object({
  ...{ key: z.string(), name: z.string(), colour: z.string(), sizing: z.string() },
  price: z.object({
    ...{ text: z.string(), from: z.string(), book: z.string().optional(), mark: z.string().optional() },
  }),
  otherPrices: z.array(z.object({ book: z.string(), text: z.string() })),
  sizes: z.array(z.object({ key: z.string(), size: z.string(), sku: z.string(), barcode: z.string() })),
});

const line = z.object({
  ...{ barcode: z.string(), quantity: z.string(), price: z.string().optional() },
  ...{ isFree: z.boolean().optional(), isSent: z.boolean().optional(), handed: z.string().optional() },
  product: z.union([product, z.object({ unread: z.string() })]).optional(),
});

const storedBatch = z.object({
  revision: z.number(),
  lines: z.array(line),
  rowPrices: z.record(z.string(), z.string()),
  /** The submissions that were applied, so that none is twice. */
  done: z.array(z.string()),
});

/** The owner of a batch: a person in a store. */
export type BatchOwner = { user: { subject: string }; store: { storeAlias: string } };

/** The batches of people in stores (labels#batch). A batch is one record, changed under a lock. */
export function createBatches(stored: Records) {
  const keyOf = ({ user, store }: BatchOwner) => `label-batch:${store.storeAlias}:${user.subject}`;
  const nothing: z.output<typeof storedBatch> = { ...emptyBatch, lines: [], done: [] };

  return {
    read: async (owner: BatchOwner): Promise<Batch> => {
      const { done: _, ...batch } = (await stored.get(keyOf(owner), storedBatch, ttlSeconds)) ?? nothing;
      return batch;
    },
    /** Changes a batch; a submission under the token of an earlier one changes nothing. */
    change: (owner: BatchOwner, token: string | undefined, to: (was: Batch) => Batch): Promise<Batch> =>
      stored.withLock(keyOf(owner), lockSeconds, async (locked) => {
        const { done, ...was } = (await locked.get(keyOf(owner), storedBatch)) ?? nothing;
        if (token !== undefined && done.includes(token)) return was;
        const next = to(was);
        const known = token === undefined ? done : [...done, token].slice(-storedTokens);
        if (next !== was) await locked.set(keyOf(owner), { ...next, done: known }, ttlSeconds);
        return next;
      }),
  };
}

export type Batches = ReturnType<typeof createBatches>;
export const batches: Batches = createBatches(records);
