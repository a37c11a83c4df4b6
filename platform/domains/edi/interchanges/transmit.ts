import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles } from "#platform/database/schema/edi.ts";
import { fileReference } from "#platform/domains/edi/documents/references.ts";
import { atState, isRunning, stepNote } from "#platform/domains/edi/documents/streams.ts";
import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import { sendStream, transmitStep } from "./outbound.ts";
import {
  findInterchange,
  type InterchangeChange,
  readFileBytes,
  type StoredInterchange,
  saveInterchange,
} from "./repository.ts";

/** Whether an outbound interchange is to be transmitted. */
export const isToTransmit = ({ streams }: StoredInterchange): boolean =>
  isRunning(streams[sendStream]?.state ?? "");

async function saveIfUntouched(
  database: Database,
  before: StoredInterchange,
  change: InterchangeChange,
  at: Date,
): Promise<StoredInterchange | undefined> {
  return database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, before.id, true);
    if (found?.revision !== before.revision) return undefined;
    return saveInterchange(transaction, found, change, at);
  });
}

/**
 * Transmits an outbound interchange exactly once, even if the process crashes: its file is staged, the staged name is
 * recorded, the file is moved to the partner, and that is recorded. A recorded file that is no longer staged was moved.
 * Returns whether another process advanced the interchange in the meantime.
 */
export async function transmit(
  database: Database,
  folder: EdiFolder,
  before: StoredInterchange,
  at: Date,
): Promise<boolean> {
  const [file] = await database
    .select({ name: ediFiles.name })
    .from(ediFiles)
    .where(eq(ediFiles.id, before.fileId));
  if (!file) throw new Error(`The interchange ${before.id} has no file`);
  const stagedAs =
    before.stagedAs ?? (await folder.stage(file.name, await readFileBytes(database, before.fileId)));
  const staged = before.stagedAs ? before : await saveIfUntouched(database, before, { stagedAs }, at);
  if (!staged) return false;
  const place = await folder.transmit(stagedAs, file.name);
  const sent = await saveIfUntouched(
    database,
    staged,
    {
      streams: atState(staged.streams, sendStream, "completed", transmitStep),
      stepAt: null,
      attempts: 0,
      stagedAs: null,
      acknowledgementExpected: staged.acknowledgementRequested && staged.acknowledgementId === null,
      references: [fileReference(place, at)],
      notes: [stepNote("finish", sendStream, transmitStep, `Written to ${place}`)],
    },
    at,
  );
  return sent !== undefined;
}
