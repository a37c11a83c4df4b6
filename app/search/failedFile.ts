import { defineSearch } from "./defineSearch.ts";
import { text } from "./fields.ts";

/** The file of a page that could not be downloaded, by its id on that page. */
export const failedFileSearch = defineSearch({ failed: text("failed") });
