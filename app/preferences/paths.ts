/** How the portal looks and listens for one person (screens#preferences). */
export const preferencesPath = "/preferences";
