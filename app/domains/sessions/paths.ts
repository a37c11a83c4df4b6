/** A person's own sessions. */
export const sessionsPath = "/sessions";

/** The question whether to end one of them. */
export const endSessionPath = (handle: string): string => `${sessionsPath}/${encodeURIComponent(handle)}/end`;

/** Everybody who is signed in; for Admins. */
export const peoplePath = "/people";

/** The question whether to end all sessions of a person. */
export const endPersonPath = (handle: string): string => `${peoplePath}/${encodeURIComponent(handle)}/end`;
