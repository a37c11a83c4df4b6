import type { Store } from "#contract/stores.ts";

/** The store types whose stores have returns and exchanges, with their labels (1 §2, §9). */
const labels: ReadonlyMap<string, string> = new Map([
  ["bigcommerce", "Big Commerce"],
  ["shopify", "Shopify"],
]);

/** The choices of the Store filter: bigcommerce and shopify stores only; `stores` come sorted by name. */
export const exoStoreChoices = (stores: readonly Store[]): { value: string; label: string }[] =>
  stores.flatMap(({ storeName, storeAlias, storeType }) => {
    const label = labels.get(storeType);
    return label === undefined ? [] : [{ value: storeAlias, label: `${storeName} (${label})` }];
  });
