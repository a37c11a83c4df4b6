import { defineSearch } from "./defineSearch.ts";
import { openEnded } from "./entries.ts";
import { text } from "./fields.ts";

/** A question for news says which version the browser shows. */
export const newsSearch = defineSearch({ since: text("since") });

/** Where news is asked for; the version that the browser shows is to be added at the end. */
export const newsPath = (path: string): string => openEnded(path, newsSearch.names.since);
