import { defineSearch, type Search, type SearchFields, type SearchOf } from "./defineSearch.ts";
import { asLook, codes, type Field, flag, oneOf } from "./fields.ts";

const keys = codes("hide", 30);
/** No hidden columns by default. */
const hidden: Field<string[] | undefined> = {
  name: keys.name,
  read: (entries) => {
    const read = keys.read(entries);
    return read.length > 0 ? read : undefined;
  },
  write: (chosen = []) => keys.write(chosen),
};

const columns = flag("columns");
/** Optional; false by default. */
const choosing: Field<boolean | undefined> = {
  name: columns.name,
  read: (entries) => columns.read(entries) || undefined,
  write: (isChoosing = false) => columns.write(isChoosing),
};

const listLook = {
  hidden: asLook(hidden),
  density: asLook(oneOf("density", [undefined, "close", "roomy"])),
  /** Whether the two are being chosen. */
  isChoosing: asLook(choosing),
};

/**
 * The look of a list in its URL, besides its filters: the keys of hidden columns, and the row
 * spacing; by default the reader's preference (screens#look).
 */
export const lookSearch = defineSearch(listLook);
export type ListLook = SearchOf<typeof lookSearch>;

/** The search of a list: its filters, and its optional look. */
export const defineListSearch = <Filter extends object>(
  fields: SearchFields<Filter>,
): Search<Filter & Partial<ListLook>> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineSearch({ ...fields, ...listLook } as unknown as SearchFields<Filter & Partial<ListLook>>);
