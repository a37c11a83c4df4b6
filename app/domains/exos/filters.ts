import type { ExoFilters } from "#contract/exos.ts";
import type { Store } from "#contract/stores.ts";
import type { ExoFilter } from "./search.ts";

const some = <T>(values: T[]): T[] | undefined => (values.length === 0 ? undefined : values);
const text = (value: string): string | undefined => (value === "" ? undefined : value);

/**
 * The filters as the call takes them: stores by name, and only what filters something (returns#filter-wire). The list
 * of all stores takes five, that of one store its search term (returns#filters, returns#store-list).
 */
export function wireFilters(
  { store, stores }: { store: Store | undefined; stores: readonly Store[] },
  filter: ExoFilter,
): ExoFilters {
  const nameOf = (alias: string) =>
    stores.find(({ storeAlias }) => storeAlias.toLowerCase() === alias.toLowerCase())?.storeName ?? alias;
  const statusCodes = some(filter.statuses);
  const named = store ? [store.storeName] : some(filter.stores.map(nameOf));
  const whose: ExoFilters = {
    ...(statusCodes ? { statusCodes } : {}),
    ...(named ? { stores: named } : {}),
  };
  const [searchTerm, orderId, raNumber, emailAddress] = [
    text(filter.term),
    text(filter.orderId),
    text(filter.raNumber),
    text(filter.email),
  ];
  if (store) return { ...whose, ...(searchTerm ? { searchTerm } : {}) };
  return {
    ...whose,
    ...(orderId ? { orderId } : {}),
    ...(raNumber ? { raNumber } : {}),
    ...(emailAddress ? { emailAddress } : {}),
  };
}
