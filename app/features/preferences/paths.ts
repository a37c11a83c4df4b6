/** A person's preferences for look and behaviour of the portal (screens#preferences). */
export const preferencesPath = "/preferences";
