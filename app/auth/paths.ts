import { defineSearch } from "#app/search/defineSearch.ts";
import { flag } from "#app/search/fields.ts";

/** How a sign-in begins: in a popup of the page, or in its place. */
export const signInSearch = defineSearch({ popup: flag("popup") });

/** Where the Log In button posts to. */
export const signInPath = (popup: boolean): string => `/auth/login${signInSearch.write({ popup })}`;

/** Whether the session still lasts; asking does not prolong it. */
export const sessionLivePath = "/session/live";
