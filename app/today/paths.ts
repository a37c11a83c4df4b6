import { newsPath } from "#app/search/news.ts";

/** What needs this person (today#page). */
export const todayPath = "/today";

/** What is new of it since the version that is to be added at the end. */
export const todayLivePath = newsPath("/today/live");
