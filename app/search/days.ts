import { type Field, oneOf, type Search, type SearchFields, text } from "./search.ts";
import { defineListSearch, type ListLook } from "./sharedSearches.ts";

const written = (name: string) => text(name, { like: /^\d{4}-\d\d-\d\d$/ });

/** A day `yyyy-mm-dd`; undefined by default. */
const day = (name: string): Field<string | undefined> => ({
  ...written(name),
  read: (entries) => written(name).read(entries) || undefined,
  write: (value = "") => written(name).write(value),
});

/** The minimum age of a record, in days. */
const ages = ["1", "3", "7", "14", "30"] as const;

/** Creation dates of a list's records: the first and last day, in `TIME_ZONE`, or their age (screens#order). */
export const dayFields = {
  from: day("first"),
  to: day("last"),
  older: oneOf("older", [undefined, ...ages]),
};
export type Days = {
  from?: string | undefined;
  to?: string | undefined;
  older?: (typeof ages)[number] | undefined;
};

/** Filters and sort order of a list if its service supports them; all optional. */
export type Dated<Sort extends string = string> = Days & { sort?: Sort | undefined };

/** The search of a list with days and sort orders; the first order is the default. */
export const defineDatedSearch = <Filter extends object, const Sort extends string>(
  fields: SearchFields<Filter>,
  sorts: readonly Sort[],
): Search<Filter & Dated<Sort> & Partial<ListLook>> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineListSearch({
    ...fields,
    ...dayFields,
    sort: oneOf("sort", [undefined, ...sorts]),
  }) as unknown as Search<Filter & Dated<Sort> & Partial<ListLook>>;

export const isDated = ({ from, to, older, sort }: Dated): boolean =>
  [from, to, older, sort].some((one) => one !== undefined);

export const undated = <Filter extends Dated>(filter: Filter): Filter => ({
  ...filter,
  from: undefined,
  to: undefined,
  older: undefined,
  sort: undefined,
});
