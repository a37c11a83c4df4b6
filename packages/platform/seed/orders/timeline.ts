import { hex, type Random, randomFor, scattered } from "#platform/seed/random.ts";
import type { SeedSize } from "#platform/seed/seed.ts";
import { productCount, type SeedStore, seedStores } from "#platform/seed/stores.ts";

/** The ids of an order: its record's own, and those of the store and the channel. */
export type OrderIds = { id: string; sourceId: string; externalSourceID: string | undefined };

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => String(random.between(0, 9))).join("");

/** The ids of a store's n-th order (from 1), in the format of its type. */
export function orderIdsOf(store: SeedStore, ordinal: number, random: Random): OrderIds {
  const scatter = scattered(ordinal);
  const noise = hex(random.between(0, 0xfff), 3);
  const id = `${scatter}-${hex(store.id, 4)}-4${noise}-a${noise}-${hex(random.between(0, 0xffffff), 6)}${hex(ordinal % 0x1000000, 6)}`;
  const number = String(store.id * 10_000_000 + 100_000 + ordinal);
  const names = (sourceId: string, externalSourceID?: string): OrderIds => ({
    id,
    sourceId,
    externalSourceID,
  });
  switch (store.type) {
    case "bigcommerce":
      return names(number, random.chance(0.85) ? number : undefined);
    case "shopify":
      return names(`${store.alias}${10_000 + ordinal}`, `5${digits(random, 6)}${number.padStart(6, "0")}`);
    case "iconic":
      return names(`2${number}`, `3${number}`);
    case "catch":
      return names(`${number}-A`, `CATCH-${number}-A`);
    case "kogan":
      return names(`KG${number}`, `KGN-${number}`);
    case "amazon":
      return names(`250-${digits(random, 7)}-${number.slice(-7)}`);
    case "ebay":
      return names(`${digits(random, 2)}-${number.slice(-5)}-${digits(random, 5)}`, number);
    case "edimarketplace":
      return names(`MYR${number}`, `45${number.slice(-8)}`);
    default:
      return names(`${store.alias}-${number}`);
  }
}

/** An order's position: the n-th of its store and the n-th of all, from 1, oldest first. */
export type OrderPlace = { store: SeedStore; ordinal: number; position: number; createdAt: Date };

const day = 86_400_000;
const daysOf: Record<SeedSize, number> = { small: 30, demo: 120, large: 730 };
// In a small seed one store has exactly one page of orders, and one has none.
const smallCounts: Record<string, number> = { DOM: 20, VOL: 0 };

/** How many orders a store has in a seed of this size: it follows the size of its range. */
export function orderCount(store: SeedStore, size: SeedSize): number {
  if (size === "small") return smallCounts[store.alias] ?? 57 + (store.id % 7);
  return size === "demo" ? Math.round(store.demo * 0.4) : productCount(store, size);
}

/**
 * Every order of a seed, oldest first, spread over the days before `anchor` with the stores' orders interleaved. Times
 * within a store ascend with its ordinals.
 */
export function* orderTimeline(size: SeedSize, anchor: Date): Generator<OrderPlace> {
  const placed = seedStores.flatMap((store) => {
    const count = orderCount(store, size);
    const random = randomFor(`order times ${store.alias}`);
    return Array.from({ length: count }, (_, index) => ({
      store,
      ordinal: index + 1,
      time: (index + random.fraction()) / count,
    }));
  });
  placed.sort((one, other) => one.time - other.time);
  const span = daysOf[size] * day;
  for (const [index, { store, ordinal, time }] of placed.entries()) {
    // The newest order is two minutes before the anchor.
    const createdAt = new Date(anchor.getTime() - 120_000 - (1 - time) * span);
    yield { store, ordinal, position: index + 1, createdAt };
  }
}
