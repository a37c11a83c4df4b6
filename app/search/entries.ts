/** A name of an address's query with its value; a name can come more than once. */
export type SearchEntry = readonly [name: string, value: string];

/** Where a query is read from: a URL, whole or from its path or its question mark on; or the fields of a form. */
export type Asked = URL | string | readonly SearchEntry[];

const queryOf = (address: string): string => {
  const whole = address.split("#", 1)[0] ?? "";
  const start = whole.indexOf("?");
  return start < 0 ? "" : whole.slice(start + 1);
};

/** All that is asked for, in its order; nothing for an address without a query. Never throws. */
export function entriesOf(asked: Asked): readonly SearchEntry[] {
  if (typeof asked === "string") return [...new URLSearchParams(queryOf(asked))];
  return asked instanceof URL ? [...asked.searchParams] : asked;
}

/** Every value of a name. */
export const allOf = (entries: readonly SearchEntry[], name: string): string[] =>
  entries.flatMap(([one, value]) => (one === name ? [value] : []));

/** The first value of a name; undefined when it does not come. */
export const firstOf = (entries: readonly SearchEntry[], name: string): string | undefined =>
  entries.find(([one]) => one === name)?.[1];

/** The query that says these entries, encoded, with its question mark; an empty text where there are none. */
export function searchOf(...parts: readonly (readonly SearchEntry[])[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of parts.flat()) search.append(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** A path that ends where the encoded value of `name` belongs. */
export const openEnded = (path: string, name: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=`;

/** A query without the entries of a name. A query that has none of them keeps its spelling to the letter. */
export function searchWithout(search: string, name: string): string {
  const entries = entriesOf(search);
  const rest = entries.filter(([one]) => one !== name);
  return rest.length === entries.length ? search : searchOf(rest);
}
