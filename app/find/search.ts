import { defineSearch } from "#app/search/defineSearch.ts";
import { flag, text } from "#app/search/fields.ts";

/** What is looked for; and whether all that is found is listed, also where one hit would open. */
export const findSearch = defineSearch({ query: text("q"), all: flag("all") });
