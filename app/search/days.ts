import type { Search, SearchFields } from "./defineSearch.ts";
import { type Field, oneOf, text } from "./fields.ts";
import { defineListSearch, type ListLook } from "./look.ts";

const written = (name: string) => text(name, { like: /^\d{4}-\d\d-\d\d$/ });

/** A day `yyyy-mm-dd`; undefined by default. */
const day = (name: string): Field<string | undefined> => ({
  ...written(name),
  read: (entries) => written(name).read(entries) || undefined,
  write: (value = "") => written(name).write(value),
});

/** How old a record is at least, in days. */
const ages = ["1", "3", "7", "14", "30"] as const;

/** When the records of a list were made: the first and the last day, in `TIME_ZONE`, or how old they are (screens#order). */
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

/** What a list may be narrowed to and ordered by where its service can; nothing of it need be said. */
export type Dated<Sort extends string = string> = Days & { sort?: Sort | undefined };

/** The search of a list that has days and orders; the first of the orders is how it comes. */
export const defineDatedSearch = <Filter extends object, const Sort extends string>(
  fields: SearchFields<Filter>,
  sorts: readonly Sort[],
): Search<Filter & Dated<Sort> & Partial<ListLook>> =>
  // The type cannot tell that the fields of two objects are those of both together.
  defineListSearch({
    ...fields,
    ...dayFields,
    sort: oneOf("sort", [undefined, ...sorts]),
  }) as unknown as Search<Filter & Dated<Sort> & Partial<ListLook>>;

/** Whether any of this is asked for. */
export const isDated = ({ from, to, older, sort }: Dated): boolean =>
  [from, to, older, sort].some((one) => one !== undefined);

/** The filter without it. */
export const undated = <Filter extends Dated>(filter: Filter): Filter => ({
  ...filter,
  from: undefined,
  to: undefined,
  older: undefined,
  sort: undefined,
});
