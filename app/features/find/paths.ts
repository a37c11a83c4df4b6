import { defineSearch, flag, typed } from "#app/core/search/search.ts";

/** What is looked for; and whether all that is found is listed, also where one hit would open. */
export const findSearch = defineSearch({ query: typed("q"), all: flag("all") });

/** Where everything is looked for (find#page). */
export const findPath = (query: string, all = false): string => `/find${findSearch.write({ query, all })}`;

/** What is typed; and whether its answer waits for what was late in the first one. */
export const suggestionsSearch = defineSearch({ query: typed("q"), late: flag("late") });

/** What could be meant while it is typed, as JSON. */
export const suggestionsPath = (query: string, late = false): string =>
  `/find/suggestions${suggestionsSearch.write({ query, late })}`;
