/** Whether the session still lasts; asking does not prolong it. */
export const sessionLivePath = "/session/live";
