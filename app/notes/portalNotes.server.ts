import { lastingRecords } from "#app/records/portalRecords.server.ts";
import { createNotes } from "./ledger.server.ts";

/** The portal's notes, of all records. */
export const portalNotes = createNotes(lastingRecords);
