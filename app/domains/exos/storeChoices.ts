import type { Store } from "#contract/stores.ts";
import { storeTypeFacts, storeTypeHas } from "#contract/storeTypes.ts";

/** The choices of the Store filter: stores of a type that has returns; `stores` come sorted by name. */
export const exoStoreChoices = (stores: readonly Store[]): { value: string; label: string }[] =>
  stores.flatMap(({ storeName, storeAlias, storeType }) =>
    storeTypeHas(storeType, "returns")
      ? [{ value: storeAlias, label: `${storeName} (${storeTypeFacts[storeType].name})` }]
      : [],
  );

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
