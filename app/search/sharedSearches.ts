import {
  asLook,
  codes,
  defineSearch,
  type Field,
  flag,
  oneOf,
  openEnded,
  type Search,
  type SearchFields,
  type SearchOf,
  text,
} from "./search.ts";

/** The file of a page that could not be downloaded, by its id on that page. */
export const failedFileSearch = defineSearch({ failed: text("failed") });

/** The page that a record's dialogs return to: the list, or the record's detail that they were opened from. */
export const openerSearch = defineSearch({ opener: oneOf("from", [undefined, "detail"]) });
export type Opener = SearchOf<typeof openerSearch>["opener"];

export const newsSearch = defineSearch({ since: text("since") });

/** The URL of a poll; append the shown version. */
export const newsPath = (path: string): string => openEnded(path, newsSearch.names.since);

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
  isChoosing: asLook(choosing),
};

/**
 * The look of a list in its URL, besides its filters: the keys of hidden columns, and the row
 * spacing; by default the reader's preference (screens#look).
 */
export const lookSearch = defineSearch(listLook);
export type ListLook = SearchOf<typeof lookSearch>;

export const defineListSearch = <Filter extends object>(
  fields: SearchFields<Filter>,
): Search<Filter & Partial<ListLook>> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineSearch({ ...fields, ...listLook } as unknown as SearchFields<Filter & Partial<ListLook>>);

/** The search text within the open document; empty if none. */
export const documentFind = defineSearch({ words: text("find", { longest: 80 }) });
