import { defineSearch } from "./defineSearch.ts";
import { text } from "./fields.ts";

/** What is looked for in the document that is open; empty for nothing. */
export const documentFind = defineSearch({ words: text("find", { longest: 80 }) });
