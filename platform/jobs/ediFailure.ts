import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { type EdiNote, isRunning, stepNote } from "#platform/domains/edi/documents/streams.ts";

/** After this many failures in a row a stream has failed. */
const maxAttempts = 5;
const firstDelay = 2000;

type Failing = { streams: StoredStreams; attempts: number };

/**
 * What becomes of a document whose step broke: the step is tried again after a wait that doubles each time, and after
 * five failures its stream has failed.
 */
export function afterFailure({ streams, attempts }: Failing, error: unknown, at: Date) {
  const words = error instanceof Error ? error.message : String(error);
  const entries = Object.entries(streams);
  const [stream, status] =
    entries.find(([, { state }]) => isRunning(state)) ??
    entries.find(([, { state }]) => state === "passive" || state === "stalled") ??
    [];
  const tried = attempts + 1;
  const isOver = tried >= maxAttempts;
  const notes: EdiNote[] = stream && status ? [stepNote("failure", stream, status.step, words)] : [];
  return {
    attempts: isOver ? 0 : tried,
    stepAt: isOver ? null : new Date(at.getTime() + firstDelay * 2 ** attempts),
    ...(isOver && stream && status
      ? { streams: { ...streams, [stream]: { state: "failed", step: status.step } } }
      : {}),
    notes,
  };
}
