/** The folders of the working directory that records lie in where no Redis is named. */
export const recordFolders = { sessions: ".data/sessions", lasting: ".data/audit" } as const;

/** The record before whose moment no sign-in of anybody counts: `{ revokedBefore }`, in epoch milliseconds. */
export const everybodyRevokedKey = "sessions-revoked";
