import { findSearch } from "./search.ts";

/** Where everything is looked for (find#page). */
export const findPath = (query: string, all = false): string => `/find${findSearch.write({ query, all })}`;

/** What could be meant while it is typed, as JSON. */
export const suggestionsPath = (query: string): string => `/find/suggestions${findSearch.write({ query })}`;
