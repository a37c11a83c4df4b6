import { createSeal } from "#app/database/seal.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { openFileStore } from "./fileStore.server.ts";
import { kindBounds } from "./kinds.ts";
import { createRecords, type Records } from "./records.server.ts";

/** The record folders in the working directory. */
export const recordFolders = { sessions: ".data/sessions", lasting: ".data/audit" } as const;

/** The record of the moment before which all sign-ins are invalid: `{ revokedBefore }`, in epoch milliseconds. */
export const everybodyRevokedKey = "sessions-revoked";

const seal = createSeal(env.SESSION_SECRET);

const openFolder = (folder: string): Records =>
  createRecords(
    openFileStore(folder, (problem) =>
      log.warn({ err: problem }, "expired session records stay until the next sweep"),
    ),
    seal,
    { bounds: kindBounds },
  );

/** The portal's own records, in `.data/sessions`. */
export const records: Records = openFolder(recordFolders.sessions);

/** Records stored for years, the audit trail and the credits, in a folder of their own. */
export const lastingRecords: Records = openFolder(recordFolders.lasting);
