/** The record folders in the working directory, used without Redis. */
export const recordFolders = { sessions: ".data/sessions", lasting: ".data/audit" } as const;

/** The record of the moment before which all sign-ins are invalid: `{ revokedBefore }`, in epoch milliseconds. */
export const everybodyRevokedKey = "sessions-revoked";
