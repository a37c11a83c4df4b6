import { defineSearch } from "./defineSearch.ts";
import { text } from "./fields.ts";

/** The search text within the open document; empty if none. */
export const documentFind = defineSearch({ words: text("find", { longest: 80 }) });
