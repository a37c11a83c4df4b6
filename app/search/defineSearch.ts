import { type Asked, entriesOf, type SearchEntry, searchOf } from "./entries.ts";
import type { Field } from "./fields.ts";

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
  read(input: Asked): Value;
  /** Its parameters in the order of the table; defaults and absent fields are left out. */
  entries(value: Partial<Value>): SearchEntry[];
  /** The same as a query string with its question mark. */
  write(value: Partial<Value>): string;
  /** Whether it filters anything, apart from page and look. */
  isFiltered(value: Partial<Value>): boolean;
  /** Whether two URLs or forms are equivalent. */
  same(one: Asked, other: Asked): boolean;
};

/** The type described by a table of fields. */
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

  const read = (input: Asked): Value => {
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
