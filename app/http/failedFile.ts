import { defineSearch } from "#app/search/defineSearch.ts";
import { text } from "#app/search/fields.ts";

/** Which file of a page could not be downloaded, by its id on that page. */
export const failedFileSearch = defineSearch({ failed: text("failed") });
