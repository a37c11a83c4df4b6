import { randomUUID } from "node:crypto";
import { interchangeStreams } from "#contract/edi.ts";
import { leadingState, type ProcessingState } from "#contract/processing.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredEdiHistory,
  StoredEdiReference,
  StoredStreams,
} from "#platform/database/schema/ediStored.ts";
import { note, platformName } from "#platform/domains/history.ts";

/** The stream of an inbound interchange (edi#streams). */
export const receiveStream = "interchange/receive";
export const receiveSteps = interchangeStreams[receiveStream];

const reference = (
  type: string,
  title: string,
  meta: JsonObject,
  at: Date,
  uri: string | null = null,
): StoredEdiReference => ({
  id: randomUUID(),
  type,
  title,
  source: platformName,
  uri,
  created_at: at.toISOString(),
  meta,
});

export const interchangeReference = (type: string, title: string, id: string, at: Date): StoredEdiReference =>
  reference(type, title, { "interchange-document-id": id }, at);

export const documentReference = (type: string, title: string, id: string, at: Date): StoredEdiReference =>
  reference(type, title, { "order-document-id": id }, at);

export const orderReference = (orderNumber: string, orderId: string, at: Date): StoredEdiReference =>
  reference(
    "utopia-order",
    `Utopia order ${orderNumber}`,
    { "order-number": orderNumber, "order-id": orderId },
    at,
  );

export const fileReference = (location: string, at: Date): StoredEdiReference =>
  reference("outbound-interchange-blob-store-file", "Transmitted file", { location }, at, location);

export const inboundFileReference = (
  id: string,
  name: string,
  source: string,
  interchanges: number,
  at: Date,
): StoredEdiReference => ({
  ...reference(
    "inbound-interchange-file",
    name,
    { "file-name": name, "interchanges-in-file": interchanges },
    at,
  ),
  id,
  source,
});

/** A document's summary state; 'unknown' without a known one. */
export const summaryState = (streams: StoredStreams): string =>
  leadingState(Object.values(streams).map(({ state }) => state)) ?? "unknown";

export const isRunning = (state: string): boolean => state === "new" || state === "active";

export type EdiNote = Omit<StoredEdiHistory, "created_at">;

export const ediNote = (action: string, message: string, meta: JsonObject | null = null): EdiNote => ({
  ...note(action, message, meta),
  source: platformName,
});

/** A step's history entry (edi#timelines); a waiting or failed step is not finished. */
export const stepNote = (
  what: "start" | "finish" | "failure" | "waiting",
  stream: string,
  step: string,
  message: string,
): EdiNote => ediNote(`step:${what}`, message, { stream, step });

/** Notes as history entries, newest first. */
export const written = (notes: readonly EdiNote[], at: Date): StoredEdiHistory[] =>
  notes.map((entry) => ({ ...entry, created_at: at.toISOString() })).reverse();

export const atState = (streams: StoredStreams, stream: string, state: ProcessingState, step: string) => ({
  ...streams,
  [stream]: { state, step },
});
