import { newsPath } from "#app/search/search.ts";

/** Everything that needs this person (today#page). */
export const todayPath = "/today";

/** Polls for its changes; append the shown version. */
export const todayLivePath = newsPath(todayPath);
