import { defineSearch } from "./defineSearch.ts";
import { openEnded } from "./entries.ts";
import { text } from "./fields.ts";

/** The version that the polling browser shows. */
export const newsSearch = defineSearch({ since: text("since") });

/** The URL of a poll; append the shown version. */
export const newsPath = (path: string): string => openEnded(path, newsSearch.names.since);
