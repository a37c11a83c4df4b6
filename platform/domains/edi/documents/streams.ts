import type { EdiState } from "#contract/edi.ts";
import type { StoredEdiHistory, StoredStreams } from "#platform/database/schema/edi.ts";
import type { JsonObject } from "#platform/database/schema/schema.ts";

/** Which of several states stands for all: the first that one of them is in (2 §2.6). */
const priority: readonly EdiState[] = [
  "failed",
  "rejected",
  "hold",
  "stale",
  "stalled",
  "manual",
  "passive",
  "active",
  "new",
  "completed",
];

/** The state that stands for all streams of a document; 'unknown' where none is a known one. */
export const summaryState = (streams: StoredStreams): string =>
  priority.find((state) => Object.values(streams).some((stream) => stream.state === state)) ?? "unknown";

/** The states in which the platform goes on with a stream by itself. */
export const isRunning = (state: string): boolean => state === "new" || state === "active";

/** A history entry before it has its time. */
export type EdiNote = Omit<StoredEdiHistory, "created_at">;

const platform = "Utopia Platform";

export const note = (action: string, message: string, meta: JsonObject | null = null): EdiNote => ({
  action,
  source: platform,
  message,
  meta,
});

/** What the history says of a step (2 §2.7); a step that waits or failed is not finished. */
export const stepNote = (
  what: "start" | "finish" | "failure" | "waiting",
  stream: string,
  step: string,
  message: string,
): EdiNote => note(`step:${what}`, message, { stream, step });

/** Notes as history entries, the newest first. */
export const written = (notes: readonly EdiNote[], at: Date): StoredEdiHistory[] =>
  notes.map((entry) => ({ ...entry, created_at: at.toISOString() })).reverse();

export const atState = (
  streams: StoredStreams,
  stream: string,
  state: EdiState,
  step: string,
): StoredStreams => ({
  ...streams,
  [stream]: { state, step },
});
