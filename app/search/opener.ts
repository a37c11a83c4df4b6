import { defineSearch, type SearchOf } from "./defineSearch.ts";
import { oneOf } from "./fields.ts";

/** The page that a record's dialogs return to: the list, or the record's detail that they were opened from. */
export const openerSearch = defineSearch({ opener: oneOf("from", [undefined, "detail"]) });
export type Opener = SearchOf<typeof openerSearch>["opener"];
