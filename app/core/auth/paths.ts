import { defineSearch, flag } from "#app/core/search/search.ts";

/** How a sign-in starts: in a popup, or in the page itself. */
export const signInSearch = defineSearch({ popup: flag("popup") });

/** The Log In button posts here. */
export const signInPath = (popup: boolean): string => `/auth/login${signInSearch.write({ popup })}`;

/** The remaining time of the session; reading it does not extend it. */
export const sessionLivePath = "/session/live";
