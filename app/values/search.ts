/** A name of a URL's search with its value. */
export type SearchEntry = readonly [name: string, value: string];

/** The search of a URL with its question mark, empty values and all; nothing without entries. */
export function wholeSearchOf(entries: readonly SearchEntry[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of entries) search.append(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** The same without the entries that have no value. */
export const searchOf = (entries: readonly SearchEntry[]): string =>
  wholeSearchOf(entries.filter(([, value]) => value !== ""));

/** A path to whose end the value of `name` is to be added. */
export const openEnded = (path: string, name: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${name}=`;
