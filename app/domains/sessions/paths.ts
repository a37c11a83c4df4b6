/** A person's own sessions. */
export const sessionsPath = "/sessions";

/** Confirmation before ending one of them. */
export const endSessionPath = (handle: string): string => `${sessionsPath}/${encodeURIComponent(handle)}/end`;

/** Everybody who is signed in; for Admins. */
export const peoplePath = "/people";

/** Confirmation before ending all sessions of a person. */
export const endPersonPath = (handle: string): string => `${peoplePath}/${encodeURIComponent(handle)}/end`;
