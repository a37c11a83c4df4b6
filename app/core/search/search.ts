import { isCalendarDay } from "#contract/numbers.ts";
import { readTyped } from "#contract/typedText.ts";
import { readRecordNumber } from "./recordNumber.ts";

/** A query parameter with its value; names can repeat. */
export type SearchEntry = readonly [name: string, value: string];

/** The source of a query: a URL, complete or from its path or question mark on; or the fields of a form. */
export type SearchSource = URL | string | FormData | readonly SearchEntry[];

const queryOf = (address: string): string => {
  const whole = address.split("#", 1)[0] ?? "";
  const start = whole.indexOf("?");
  return start < 0 ? "" : whole.slice(start + 1);
};

/** All parameters in order, files left out; empty for a URL without a query. Never throws. */
export function entriesOf(input: SearchSource): readonly SearchEntry[] {
  if (typeof input === "string") return [...new URLSearchParams(queryOf(input))];
  if (input instanceof URL) return [...input.searchParams];
  if (!(input instanceof FormData)) return input;
  return [...input].flatMap(([name, value]): SearchEntry[] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

const allOf = (entries: readonly SearchEntry[], name: string): string[] =>
  entries.flatMap(([one, value]) => (one === name ? [value] : []));

/** The first value of a name; undefined if absent. */
export const firstOf = (entries: readonly SearchEntry[], name: string): string | undefined =>
  entries.find(([one]) => one === name)?.[1];

/** The encoded query string of these entries with its question mark; empty if there are none. */
export function searchOf(...parts: readonly (readonly SearchEntry[])[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of parts.flat()) search.append(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** A path to which the encoded value of `name` is appended. */
export const openEnded = (path: string, name: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=`;

/** A query without the parameters of a name. A query without any of them is returned verbatim. */
export function searchWithout(search: string, name: string): string {
  const entries = entriesOf(search);
  const rest = entries.filter(([one]) => one !== name);
  return rest.length === entries.length ? search : searchOf(rest);
}

/**
 * One field of a search. `read` never throws: a missing or invalid value gives the default, which `write` leaves out.
 */
export type Field<Value> = {
  /** The query parameter, also the name of its form field. */
  name: string;
  /** It sets the page or look of a list, not its content. */
  isLook?: boolean;
  read(entries: readonly SearchEntry[]): Value;
  write(value: Value): SearchEntry[];
};

/** Longer texts are cut, which their field says: it takes an id, a code, an email address or some words. */
export const maxTextLength = 200;
/** A higher page number is a typing error. */
const highestPage = 1_000_000;

/** A trimmed text of limited length; no character is cut in two. */
export const trimmed = (value: string, longest = maxTextLength): string =>
  value
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();

/** A field of one value, written only if it differs from the default. */
export const single = <Value>(
  name: string,
  read: (value: string | undefined) => Value,
  write: (value: Value) => string | undefined,
): Field<Value> => ({
  name,
  read: (entries) => read(firstOf(entries, name)),
  write: (value) => {
    const written = write(value);
    return written === undefined ? [] : [[name, written]];
  },
});

/** A field of several distinct values in order; empty by default. */
const several = <Value extends string>(
  name: string,
  read: (values: readonly string[]) => Value[],
): Field<Value[]> => ({
  name,
  read: (entries) => read(allOf(entries, name)),
  write: (values) => values.map((value) => [name, value]),
});

/** A text as it is, such as an id; empty by default. With `like`, a text that doesn't match counts as empty. */
export const text = (
  name: string,
  { longest = maxTextLength, like }: { longest?: number; like?: RegExp } = {},
): Field<string> =>
  single(
    name,
    (value = "") => {
      const read = trimmed(value, longest);
      return like === undefined || like.test(read) ? read : "";
    },
    (value) => (value === "" ? undefined : value),
  );

/** A text that people type to look something up, read as such (find#folding); empty by default. */
export const typed = (
  name: string,
  { longest = maxTextLength, read = readTyped }: { longest?: number; read?: (text: string) => string } = {},
): Field<string> =>
  single(
    name,
    // What is pasted can be longer than what is left of it; what is cut may end in a comma again.
    (value = "") => {
      let text = trimmed(value, 4 * longest);
      for (let next = text; ; text = next) {
        next = trimmed(read(text), longest);
        if (next === text) return text;
      }
    },
    (value) => (value === "" ? undefined : value),
  );

/** The same for a field in which numbers of records are looked up. */
export const typedNumber = (name: string): Field<string> => typed(name, { read: readRecordNumber });

const wholeNumber = (value: string | undefined, highest: number): number | undefined => {
  const number = /^\d{1,9}$/.test(value?.trim() ?? "") ? Number(value) : 0;
  return number >= 1 && number <= highest ? number : undefined;
};

/** A page of a list, from 1, the default. */
export const pageNumber = (name = "page"): Field<number> => ({
  ...single(
    name,
    (value) => wholeNumber(value, highestPage) ?? 1,
    (page) => (page > 1 ? String(page) : undefined),
  ),
  isLook: true,
});

/** Marks a field as look, not content, of a list. */
const asLook = <Value>(field: Field<Value>): Field<Value> => ({ ...field, isLook: true });

/** A number from 1; undefined by default. */
export const ordinal = (name: string): Field<number | undefined> =>
  single(
    name,
    (value) => wholeNumber(value, Number.POSITIVE_INFINITY),
    (number) => (number === undefined ? undefined : String(number)),
  );

/** A boolean, true if the value is `on`; false by default. */
export const flag = (name: string, on = "1"): Field<boolean> =>
  single(
    name,
    (value) => value === on,
    (value) => (value ? on : undefined),
  );

/** One of these values; the first of them, possibly undefined, is the default. */
export const oneOf = <const First extends string | undefined, const Other extends string>(
  name: string,
  [first, ...others]: readonly [First, ...Other[]],
): Field<First | Other> =>
  single<First | Other>(
    name,
    (value) => others.find((known) => known === value) ?? first,
    (value) => (value === first ? undefined : value),
  );

/** Any of these values, in the order of the list. */
export const someOf = <const Value extends string>(name: string, values: readonly Value[]): Field<Value[]> =>
  several(name, (sent) => values.filter((known) => sent.includes(known)));

const choices = (name: string, most: number, isChoice: (value: string) => boolean): Field<string[]> =>
  several(name, (sent) => [...new Set(sent.filter(isChoice))].slice(0, most));

/** Up to `most` codes, known or not. They may be sent as one comma-separated list, so none may contain a comma. */
export const codes = (name: string, most: number): Field<string[]> =>
  choices(name, most, (value) => /^[\w:./-]{1,80}$/.test(value));

/** Names chosen by people, such as aliases: any text, verbatim, without control characters. */
export const givenNames = (name: string, most: number): Field<string[]> =>
  choices(
    name,
    most,
    (value) => value.trim() !== "" && value.length <= maxTextLength && !/\p{Cc}/u.test(value),
  );

/**
 * Whether two URLs show the same list: the same scope, matched by `at` at the start of their paths,
 * and the same search. What is opened over a list, below its path, makes no difference.
 */
export const sameList =
  <Filter>(at: RegExp, search: Search<Filter>) =>
  (one: URL, other: URL): boolean => {
    const list = at.exec(one.pathname)?.[0];
    return list !== undefined && list === at.exec(other.pathname)?.[0] && search.same(one, other);
  };

/** The typed query of a URL: a list's filter, or a record's own place. */
export type Search<Value> = {
  /** The query parameter of every field, also used as form field name. */
  readonly names: Readonly<Record<keyof Value, string>>;
  readonly keys: readonly Extract<keyof Value, string>[];
  /** The value of an empty query. */
  readonly every: Value;
  /** Parses a URL or a form. Never throws: missing or invalid fields get their defaults. */
  read(input: SearchSource): Value;
  /** Its parameters in the order of the table; defaults and absent fields are left out. */
  entries(value: Partial<Value>): SearchEntry[];
  /** The same as a query string with its question mark. */
  write(value: Partial<Value>): string;
  /** Whether it filters anything, apart from page and look. */
  isFiltered(value: Partial<Value>): boolean;
  same(one: SearchSource, other: SearchSource): boolean;
};

export type SearchOf<Table> = Table extends Search<infer Value> ? Value : never;

/** The table: one field per property of a search. */
export type SearchFields<Value> = { readonly [Key in keyof Value]: Field<Value[Key]> };

/**
 * Defines a search by the table of its fields: its type, parser, writer, and equality. The order of
 * the fields is that of the URL.
 */
export function defineSearch<Value extends object>(fields: SearchFields<Value>): Search<Value> {
  const keys: Extract<keyof Value, string>[] = [];
  for (const key in fields) keys.push(key);
  // TypeScript can't express that an object has the keys of another.
  const each = <Result extends object>(ofKey: (key: Extract<keyof Value, string>) => unknown) =>
    Object.fromEntries(keys.map((key) => [key, ofKey(key)])) as Result;
  const written = (key: Extract<keyof Value, string>, value: Partial<Value>): SearchEntry[] => {
    const one = value[key];
    return one === undefined ? [] : fields[key].write(one);
  };

  const read = (input: SearchSource): Value => {
    const entries = entriesOf(input);
    return each<Value>((key) => fields[key].read(entries));
  };
  const entries = (value: Partial<Value>): SearchEntry[] => keys.flatMap((key) => written(key, value));
  const write = (value: Partial<Value>): string => searchOf(entries(value));
  return {
    keys,
    names: each((key) => fields[key].name),
    every: read([]),
    read,
    entries,
    write,
    isFiltered: (value) => keys.some((key) => !fields[key].isLook && written(key, value).length > 0),
    same: (one, other) => write(read(one)) === write(read(other)),
  };
}

/** A day `yyyy-mm-dd`; undefined by default. A year below 1000 is one that is being typed. */
export const day = (name: string): Field<string | undefined> =>
  single(
    name,
    (value) => {
      const text = readTyped(value ?? "");
      return isCalendarDay(text) && text >= "1000" ? text : undefined;
    },
    (value) => value,
  );

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

/** The page that a record's dialogs return to: the list, or the record's detail that they were opened from. */
export const openerSearch = defineSearch({ opener: oneOf("from", [undefined, "detail"]) });
export type Opener = SearchOf<typeof openerSearch>["opener"];

export const newsSearch = defineSearch({ since: text("since") });

/** Polls a page, or a panel over it, for changes; append the shown version. */
export const newsPath = (here: string): string =>
  openEnded(here.replace(/\/?(?=\?|$)/, "/live"), newsSearch.names.since);

const hiddenKeys = codes("hide", 30);
/** No hidden columns by default. */
const hidden: Field<string[] | undefined> = {
  name: hiddenKeys.name,
  read: (entries) => {
    const read = hiddenKeys.read(entries);
    return read.length > 0 ? read : undefined;
  },
  write: (chosen = []) => hiddenKeys.write(chosen),
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
 * The look of a list in its URL, apart from its filters: the keys of hidden columns, and the row
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

/** Whether all rows of a list that match are asked for, rather than one page of them (screens#sheet). */
export const allRows = flag("rows", "all");

export type InList = Partial<ListLook & SearchOf<typeof workSearch>>;

export const defineListSearch = <Filter extends object>(
  fields: SearchFields<Filter>,
): Search<Filter & InList> =>
  // TypeScript can't express that the merged fields are those of the merged object.
  defineSearch({ ...fields, ...listLook, ...queueFields } as unknown as SearchFields<Filter & InList>);

/** The search text within the open document; empty if none. */
export const documentFind = defineSearch({ words: typed("find", { longest: 80 }) });
