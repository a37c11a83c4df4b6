/** A name of a URL's search with its value; an empty value is left out. */
export type SearchEntry = readonly [name: string, value: string];

/** The search of a URL with its question mark; nothing when no entry has a value. */
export function searchOf(entries: readonly SearchEntry[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of entries) if (value !== "") search.append(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** A path to whose end the value of `name` is to be added. */
export const openEnded = (path: string, name: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${name}=`;
