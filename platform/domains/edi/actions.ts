import { randomUUID } from "node:crypto";
import { ediAction } from "#contract/ediPartner.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredStreams } from "#platform/database/schema/edi.ts";
import { isSearchable } from "#platform/database/search.ts";
import { findByIdempotencyKey, recordEvent } from "#platform/domains/actions/repository.ts";
import { Problem } from "#platform/http/problems.ts";
import { type EdiNote, ediNote } from "./documents/streams.ts";
import { findInterchange, saveInterchange } from "./interchanges/repository.ts";
import { findEdiOrder, saveEdiOrder } from "./orders/repository.ts";

export type EdiActionRequest = {
  documentId: string;
  action: string;
  /** Who asks: the token's subject and the name that the history shows. */
  subject: string;
  user: string;
  idempotencyKey: string | null;
};

/** States that a person can take a stream out of: it then goes on at the step that it stopped at. */
const resumable = ["failed", "hold", "manual", "stalled", "stale"];
const waiting = ["new", "active", "passive"];

/** What 'process' makes of the streams of a document; nothing, where nothing is outstanding. */
function processed(streams: StoredStreams, at: Date) {
  const names = Object.keys(streams).filter((name) => resumable.includes(streams[name]?.state ?? ""));
  const isWaiting = Object.values(streams).some(({ state }) => waiting.includes(state));
  if (names.length === 0) return { streams, isOutstanding: isWaiting, ...(isWaiting ? { stepAt: at } : {}) };
  // A stream that waits for something outside waits on; one with a sequence of steps goes on with it.
  const resumed = Object.fromEntries(
    Object.entries(streams).map(([name, status]) => {
      if (!names.includes(name)) return [name, status];
      const state = /^order\/(wait|supply)/.test(name) ? "passive" : "active";
      return [name, { ...status, state }];
    }),
  );
  return { streams: resumed, stepAt: at, isOutstanding: true };
}

const performedNote = (user: string, isOutstanding: boolean): EdiNote =>
  ediNote(
    "action:process",
    isOutstanding ? `Process, by ${user}` : `Process, by ${user}: nothing is outstanding`,
    {
      user,
    },
  );

/** A key that was used before is the same request or a mistake; returns whether it is a repetition. */
async function isRepeated(database: Database, request: EdiActionRequest): Promise<boolean> {
  const { subject, idempotencyKey, documentId, action } = request;
  const earlier = idempotencyKey && (await findByIdempotencyKey(database, subject, idempotencyKey));
  if (!earlier) return false;
  if (earlier.target === documentId && earlier.action === action) return true;
  throw new Problem(422, "This Idempotency-Key was used for another event");
}

async function record(transaction: Database, request: EdiActionRequest, outcome: string, at: Date) {
  const recorded = await recordEvent(transaction, {
    id: randomUUID(),
    subject: request.subject,
    idempotencyKey: request.idempotencyKey,
    action: request.action,
    target: request.documentId,
    storeGroup: "",
    payload: "",
    sourceType: "edimarketplace",
    submittedBy: request.user,
    submittedAt: at,
    performedAt: at,
    outcome,
  });
  if (!recorded) throw new Problem(422, "This Idempotency-Key was used for another event");
}

function checked({ action, documentId }: EdiActionRequest): void {
  if (action !== ediAction) throw new Problem(400, `action: there is only '${ediAction}'`);
  if (!isSearchable(documentId)) throw new Problem(404, "There is no such document");
}

/**
 * Runs what is outstanding for an interchange, once for an idempotency key: a stopped stream goes on at its step.
 * Throws a Problem: 400 for another action, 404 for an interchange that does not exist.
 */
export async function processInterchange(
  database: Database,
  request: EdiActionRequest,
  at: Date,
): Promise<void> {
  checked(request);
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, request.documentId, true);
    if (!found) throw new Problem(404, `There is no interchange '${request.documentId}'`);
    if (await isRepeated(transaction, request)) return;
    const { isOutstanding, ...change } = processed(found.streams, at);
    const entry = performedNote(request.user, isOutstanding);
    await saveInterchange(transaction, found, { ...change, attempts: 0, notes: [entry] }, at);
    await record(transaction, request, entry.message, at);
  });
}

/** As `processInterchange`, for an order document. */
export async function processEdiOrder(
  database: Database,
  request: EdiActionRequest,
  at: Date,
): Promise<void> {
  checked(request);
  await database.transaction(async (transaction) => {
    const found = await findEdiOrder(transaction, request.documentId, true);
    if (!found) throw new Problem(404, `There is no order document '${request.documentId}'`);
    if (await isRepeated(transaction, request)) return;
    const { isOutstanding, ...change } = processed(found.streams, at);
    const entry = performedNote(request.user, isOutstanding);
    await saveEdiOrder(transaction, found, { ...change, attempts: 0, notes: [entry] }, at);
    await record(transaction, request, entry.message, at);
  });
}
