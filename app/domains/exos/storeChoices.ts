import type { Store } from "#contract/stores.ts";
import { storeTypeFacts, storeTypeHas } from "#contract/storeTypes.ts";

/** The choices of the Store filter: stores of a type that has returns; `stores` come sorted by name. */
export const exoStoreChoices = (stores: readonly Store[]): { value: string; label: string }[] =>
  stores.flatMap(({ storeName, storeAlias, storeType }) =>
    storeTypeHas(storeType, "returns")
      ? [{ value: storeAlias, label: `${storeName} (${storeTypeFacts[storeType].name})` }]
      : [],
  );
