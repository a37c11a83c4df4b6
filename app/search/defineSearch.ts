import { type Asked, entriesOf, type SearchEntry, searchOf } from "./entries.ts";
import type { Field } from "./fields.ts";

/** What an address's query says besides its path: a list's filter, or a record's own place. */
export type Search<Value> = {
  /** The name of every field in the address: what form fields are called. */
  readonly names: Readonly<Record<keyof Value, string>>;
  readonly keys: readonly Extract<keyof Value, string>[];
  /** What an address without a query says. */
  readonly every: Value;
  /** Reads an address or a form. Never throws: what is missing or bad falls back to the default of its field. */
  read(asked: Asked): Value;
  /** Its entries in the order of the table; defaults, and what is not named, are left out. */
  entries(value: Partial<Value>): SearchEntry[];
  /** The same as a query with its question mark. */
  write(value: Partial<Value>): string;
  /** Whether it says more than a page of everything, however that looks. */
  isFiltered(value: Partial<Value>): boolean;
  /** Whether two addresses, or forms, say the same. */
  same(one: Asked, other: Asked): boolean;
};

/** The type that a table of fields describes. */
export type SearchOf<Table> = Table extends Search<infer Value> ? Value : never;

/** The table: a field for each thing that a search says. */
export type SearchFields<Value> = { readonly [Key in keyof Value]: Field<Value[Key]> };

/**
 * A search out of the table of its fields: the type of what it says, the reader, the writer, and when two of them
 * are the same. The order of the fields is that of the address.
 */
export function defineSearch<Value extends object>(fields: SearchFields<Value>): Search<Value> {
  const keys: Extract<keyof Value, string>[] = [];
  for (const key in fields) keys.push(key);
  // The type cannot say that an object has the keys of another.
  const each = <Result extends object>(ofKey: (key: Extract<keyof Value, string>) => unknown) =>
    Object.fromEntries(keys.map((key) => [key, ofKey(key)])) as Result;
  const written = (key: Extract<keyof Value, string>, value: Partial<Value>): SearchEntry[] => {
    const one = value[key];
    return one === undefined ? [] : fields[key].write(one);
  };

  const read = (asked: Asked): Value => {
    const entries = entriesOf(asked);
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
