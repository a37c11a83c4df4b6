import { defineSearch } from "./defineSearch.ts";
import { text } from "./fields.ts";

/** Which file of a page could not be downloaded, by its id on that page. */
export const failedFileSearch = defineSearch({ failed: text("failed") });
