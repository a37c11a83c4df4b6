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

/** Every choice of the URL is offered, also one that no list knows: it can be taken back. */
export const withChosen = (
  choices: readonly { value: string; label: string }[],
  chosen: readonly string[],
): { value: string; label: string }[] => [
  ...choices,
  ...chosen
    .filter((code) => !choices.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];
