import { newsPath } from "#app/core/search/search.ts";

/** Everything that needs this person (today#page). */
export const todayPath = "/today";

/** What this person did lately (today#own-actions). */
export const ownActionsPath = "/today/actions";

/** Polls for its changes; append the shown version. */
export const todayLivePath = newsPath(todayPath);
