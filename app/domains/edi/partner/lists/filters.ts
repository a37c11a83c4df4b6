import {
  type EdiOrderFilter,
  ediOrderSearch,
  type InterchangeFilter,
  interchangeSearch,
} from "#app/domains/edi/partner/paths.ts";
import type { SearchEntry } from "#app/search/search.ts";
import { compact } from "#app/values/values.ts";
import { createdWithin } from "#app/values/wallClock.ts";
import {
  type EdiOrderFilters,
  ediOrderFilters,
  type InterchangeFilters,
  interchangeFilters,
} from "#contract/ediPartner.ts";

/** Filters that only some services support (edi#more-filters). */
const more = ["partner", "from", "to", "older", "sort", "due"] as const;
const moreOfInterchanges = [
  ...more,
  "packageNumber",
  "fileName",
  "traffic",
  "owed",
  "refused",
  "stranger",
] as const;
const moreOfOrders = [...more, "documentIdentifier", "packageNumber", "owes", "heldFor", "traffic"] as const;

const without = <Filter extends object>(filter: Filter, every: Filter, keys: readonly (keyof Filter)[]) => {
  const left = { ...filter };
  for (const key of keys) left[key] = every[key];
  return left;
};

/**
 * The filter reduced to the documented filters, which every service supports, and to states, by which the portal gathers
 * the records itself.
 */
export const documentedInterchangeFilter = (filter: InterchangeFilter): InterchangeFilter =>
  without(filter, interchangeSearch.every, moreOfInterchanges);
export const documentedEdiOrderFilter = (filter: EdiOrderFilter): EdiOrderFilter =>
  without(filter, ediOrderSearch.every, moreOfOrders);
/** The filter without what requires a service that reports tests and holds of orders (edi#review-list). */
export const unreviewedEdiOrderFilter = (filter: EdiOrderFilter): EdiOrderFilter =>
  without(filter, ediOrderSearch.every, ["heldFor", "traffic"]);
/** The filter without what requires a service with due times (edi#due-filter). */
export const undatedFilter = <Filter extends { due: InterchangeFilter["due"] }>(filter: Filter): Filter => ({
  ...filter,
  due: "",
});

const said = (text: string) => text || undefined;
const some = <Value>(values: Value[]) => (values.length === 0 ? undefined : values);

const moreOf = (
  { states, partner, sort, due, ...days }: Pick<InterchangeFilter, (typeof more)[number] | "states">,
  timeZone: string,
) => ({
  states: some(states),
  partner: said(partner),
  ...createdWithin(days, timeZone, Date.now()),
  sort: sort === "newest" ? undefined : sort,
  due: due === "" ? undefined : due,
});

/**
 * The filters as call parameters: only active ones; both fields of the message types, or neither
 * (edi#contains). Days start in `timeZone`, and the last one is included.
 */
export const interchangeFiltersOf = (filter: InterchangeFilter, timeZone: string): InterchangeFilters =>
  compact({
    documentId: said(filter.documentId),
    interchangeControlReference: said(filter.controlReference),
    documentIdentifier: said(filter.documentIdentifier),
    transmissionDirection: said(filter.direction),
    acknowledged: filter.acknowledged === "" ? undefined : filter.acknowledged === "yes",
    containsMessageTypes: some<string>(filter.types),
    containsMessageTypesMode: filter.types.length === 0 ? undefined : filter.mode,
    ...moreOf(filter, timeZone),
    packageNumber: said(filter.packageNumber),
    fileName: said(filter.fileName),
    test: filter.traffic === "" ? undefined : filter.traffic === "test",
    owedByPartner: filter.owed || undefined,
    hasRefusedMessages: filter.refused || undefined,
    hasUnknownPartner: filter.stranger || undefined,
  });

export const ediOrderFiltersOf = (filter: EdiOrderFilter, timeZone: string): EdiOrderFilters =>
  compact({
    documentId: said(filter.documentId),
    utopiaOrderNumber: said(filter.orderNumber),
    ediMyerInterchangeDocumentId: said(filter.interchangeId),
    ...moreOf(filter, timeZone),
    documentIdentifier: said(filter.documentIdentifier),
    packageNumber: said(filter.packageNumber),
    owes: filter.owes === "" ? undefined : filter.owes,
    heldFor: filter.heldFor === "" ? undefined : filter.heldFor,
    test: filter.traffic === "" ? undefined : filter.traffic === "test",
  });

const entriesOf = (name: string, values: readonly string[] | string | undefined): SearchEntry[] =>
  [values ?? []].flat().map((value): SearchEntry => [name, value]);

const yes = (is: boolean | undefined, word: string, otherwise: string): string | undefined =>
  is === undefined ? undefined : is ? word : otherwise;

const canonical = (filters: object): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(),
  );
const isSame = (one: object, other: object): boolean => canonical(one) === canonical(other);

/**
 * The interchange filter equivalent to these filters of the call; undefined if there is none, since
 * a link would lead to another list.
 */
export function interchangeFilterSaying(query: object): InterchangeFilter | undefined {
  const read = interchangeFilters.safeParse(query);
  if (!read.success) return undefined;
  const { names } = interchangeSearch;
  const filter = interchangeSearch.read([
    ...entriesOf(names.documentId, read.data.documentId),
    ...entriesOf(names.controlReference, read.data.interchangeControlReference),
    ...entriesOf(names.documentIdentifier, read.data.documentIdentifier),
    ...entriesOf(names.direction, read.data.transmissionDirection),
    ...entriesOf(names.acknowledged, yes(read.data.acknowledged, "yes", "no")),
    ...entriesOf(names.mode, read.data.containsMessageTypesMode),
    ...entriesOf(names.types, read.data.containsMessageTypes),
    ...entriesOf(names.states, read.data.states),
    ...entriesOf(names.partner, read.data.partner),
    ...entriesOf(names.packageNumber, read.data.packageNumber),
    ...entriesOf(names.fileName, read.data.fileName),
    ...entriesOf(names.traffic, yes(read.data.test, "test", "live")),
    ...entriesOf(names.owed, yes(read.data.owedByPartner, "1", "")),
    ...entriesOf(names.refused, yes(read.data.hasRefusedMessages, "1", "")),
    ...entriesOf(names.stranger, yes(read.data.hasUnknownPartner, "1", "")),
    ...entriesOf(names.sort, read.data.sort),
    ...entriesOf(names.due, read.data.due),
  ]);
  return isSame(interchangeFiltersOf(filter, "UTC"), query) ? filter : undefined;
}

export function ediOrderFilterSaying(query: object): EdiOrderFilter | undefined {
  const read = ediOrderFilters.safeParse(query);
  if (!read.success) return undefined;
  const { names } = ediOrderSearch;
  const filter = ediOrderSearch.read([
    ...entriesOf(names.documentId, read.data.documentId),
    ...entriesOf(names.orderNumber, read.data.utopiaOrderNumber),
    ...entriesOf(names.interchangeId, read.data.ediMyerInterchangeDocumentId),
    ...entriesOf(names.states, read.data.states),
    ...entriesOf(names.partner, read.data.partner),
    ...entriesOf(names.documentIdentifier, read.data.documentIdentifier),
    ...entriesOf(names.packageNumber, read.data.packageNumber),
    ...entriesOf(names.owes, read.data.owes),
    ...entriesOf(names.heldFor, read.data.heldFor),
    ...entriesOf(names.traffic, yes(read.data.test, "test", "live")),
    ...entriesOf(names.sort, read.data.sort),
    ...entriesOf(names.due, read.data.due),
  ]);
  return isSame(ediOrderFiltersOf(filter, "UTC"), query) ? filter : undefined;
}
