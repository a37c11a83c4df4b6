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
): Search<Filter & Dated<Sort> & InList> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineListSearch({
    ...fields,
    ...dayFields,
    sort: oneOf("sort", [undefined, ...sorts]),
  }) as unknown as Search<Filter & Dated<Sort> & InList>;

export const isDated = ({ from, to, older, sort }: Dated): boolean =>
  [from, to, older, sort].some((one) => one !== undefined);

export const undated = <Filter extends Dated>(filter: Filter): Filter => ({
  ...filter,
  from: undefined,
  to: undefined,
  older: undefined,
  sort: undefined,
});

/** The file of a page that could not be downloaded, by its id on that page. */
export const failedFileSearch = defineSearch({ failed: text("failed") });

/** The page that a record's dialogs return to: the list, or the record's detail that they were opened from. */
export const openerSearch = defineSearch({ opener: oneOf("from", [undefined, "detail"]) });
export type Opener = SearchOf<typeof openerSearch>["opener"];

export const newsSearch = defineSearch({ since: text("since") });

/** Polls a page, or a panel over it, for changes; append the shown version. */
export const newsPath = (here: string): string =>
  openEnded(here.replace(/\/?(?=\?|$)/, "/live"), newsSearch.names.since);

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

const queue = text("work", { longest: 40, like: /^[\w-]+$/ });
const queueFields = {
  work: asLook<string | undefined>({
    name: queue.name,
    read: (entries) => queue.read(entries) || undefined,
    write: (work = "") => queue.write(work),
  }),
};

/** The queue in which a list's records are worked through, in the URLs of the list and its records (queue#address). */
export const workSearch = defineSearch(queueFields);

export type InList = Partial<ListLook & SearchOf<typeof workSearch>>;

export const defineListSearch = <Filter extends object>(
  fields: SearchFields<Filter>,
): Search<Filter & InList> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineSearch({ ...fields, ...listLook, ...queueFields } as unknown as SearchFields<Filter & InList>);

/** The search text within the open document; empty if none. */
export const documentFind = defineSearch({ words: text("find", { longest: 80 }) });
