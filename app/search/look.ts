import { defineSearch, type Search, type SearchFields, type SearchOf } from "./defineSearch.ts";
import { asLook, codes, type Field, flag, oneOf } from "./fields.ts";

const keys = codes("hide", 30);
/** None are left out by default. */
const hidden: Field<string[] | undefined> = {
  name: keys.name,
  read: (entries) => {
    const read = keys.read(entries);
    return read.length > 0 ? read : undefined;
  },
  write: (chosen = []) => keys.write(chosen),
};

const columns = flag("columns");
/** Not being chosen is nothing that need be said. */
const choosing: Field<boolean | undefined> = {
  name: columns.name,
  read: (entries) => columns.read(entries) || undefined,
  write: (isChoosing = false) => columns.write(isChoosing),
};

const listLook = {
  hidden: asLook(hidden),
  density: asLook(oneOf("density", [undefined, "close", "roomy"])),
  /** The two are being chosen. */
  isChoosing: asLook(choosing),
};

/**
 * How a list is shown, which its address says beside its filters: the columns that are left out, by their keys, and how
 * close its rows stand; without it as its reader prefers (screens#look).
 */
export const lookSearch = defineSearch(listLook);
export type ListLook = SearchOf<typeof lookSearch>;

/** The search of a list: what it is filtered by, and how it is shown, of which nothing need be said. */
export const defineListSearch = <Filter extends object>(
  fields: SearchFields<Filter>,
): Search<Filter & Partial<ListLook>> =>
  // The type cannot tell that the fields of two objects are those of both together.
  defineSearch({ ...fields, ...listLook } as unknown as SearchFields<Filter & Partial<ListLook>>);
