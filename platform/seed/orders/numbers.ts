import type { Random } from "#platform/seed/random.ts";
import type { SeedStore } from "#platform/seed/stores.ts";

/** The ids of an order: its record's own, and those of the store and the channel. */
export type OrderIds = { id: string; sourceId: string; externalSourceID: string | undefined };

const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");

// An odd factor permutes the 32-bit numbers: ids look random, and no two orders of a store share one.
const scattered = (ordinal: number) => Math.imul(ordinal, 2_654_435_761) >>> 0;

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => String(random.between(0, 9))).join("");

/** The ids of a store's n-th order (from 1), in the format of its type. */
export function orderIdsOf(store: SeedStore, ordinal: number, random: Random): OrderIds {
  const scatter = hex(scattered(ordinal), 8);
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
