/** The folders of the working directory that records lie in where no Redis is named. */
export const recordFolders = { sessions: ".data/sessions", lasting: ".data/audit" } as const;
