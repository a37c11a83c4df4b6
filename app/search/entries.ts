/** A query parameter with its value; names can repeat. */
export type SearchEntry = readonly [name: string, value: string];

/** The source of a query: a URL, complete or from its path or question mark on; or the fields of a form. */
export type Asked = URL | string | readonly SearchEntry[];

const queryOf = (address: string): string => {
  const whole = address.split("#", 1)[0] ?? "";
  const start = whole.indexOf("?");
  return start < 0 ? "" : whole.slice(start + 1);
};

/** All parameters in order; empty for a URL without a query. Never throws. */
export function entriesOf(input: Asked): readonly SearchEntry[] {
  if (typeof input === "string") return [...new URLSearchParams(queryOf(input))];
  return input instanceof URL ? [...input.searchParams] : input;
}

/** Every value of a name. */
export const allOf = (entries: readonly SearchEntry[], name: string): string[] =>
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
