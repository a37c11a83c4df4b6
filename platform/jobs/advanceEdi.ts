import type { Database } from "#platform/database/connect.ts";
import { listDue, nextDue } from "#platform/database/dueRows.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { type EdiNote, isRunning, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { readForSteps } from "#platform/domains/edi/interchanges/fileFacts.ts";
import { isToTransmit, transmit } from "#platform/domains/edi/interchanges/outbound.ts";
import {
  findInterchange,
  readContent,
  type StoredInterchange,
  saveInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { listTurns, nextTurn } from "#platform/domains/edi/interchanges/series.ts";
import { findEdiOrder, saveEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { takeOrderSteps } from "#platform/domains/edi/orders/steps.ts";
import { receiveStepOf, takeReceiveStep } from "#platform/domains/edi/receive.ts";
import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import { advanceAll } from "./advanceDue.ts";
import type { Advanced } from "./dueWork.ts";

/** After this many failures in a row a stream has failed. */
const maxAttempts = 5;
const firstDelay = 2000;

type Failing = { streams: StoredStreams; attempts: number };

/**
 * A document after its step threw: the step is retried after a wait that doubles each time, and after five failures its
 * stream has failed.
 */
function afterFailure({ streams, attempts }: Failing, error: unknown, at: Date) {
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

export type EdiEngine = { database: Database; folder: EdiFolder };

// The most documents of a kind in one batch; the next batch takes the others.
const documentsPerRound = 50;
// More steps than a document has at one moment.
const stepsAtOnce = 12;

/**
 * Takes every step of an interchange that is due `at` this time, each once across processes. It is read before the
 * transaction, which takes the step only if no other process has advanced it in the meantime.
 */
async function advanceInterchange(engine: EdiEngine, id: string, at: Date): Promise<void> {
  const { database, folder } = engine;
  for (let taken = 0; taken < stepsAtOnce; taken += 1) {
    const found = await findInterchange(database, id);
    if (!found?.stepAt || found.stepAt > at) return;
    if (receiveStepOf(found)) {
      if (!(await receive(database, id, at))) return;
    } else if (isToTransmit(found)) {
      if (!(await transmit(database, folder, found, at))) return;
    } else {
      await setAside(database, found, at);
      return;
    }
  }
}

/** Takes the due steps of an inbound interchange; false where another process took one of them. */
async function receive(database: Database, id: string, at: Date): Promise<boolean> {
  const { content, findings } = await readContent(database, id);
  const [read] = await readForSteps({ content, findings });
  if (!read) throw new Error(`The interchange ${id} cannot be read again`);
  for (let taken = 0; taken < stepsAtOnce; taken += 1) {
    const found = await findInterchange(database, id);
    const step = found?.stepAt && found.stepAt <= at ? receiveStepOf(found) : undefined;
    if (!found || !step) return true;
    if (!(await takeReceiveStep(database, found, step, read, at))) return false;
  }
  return true;
}

/** Nothing is outstanding for an interchange that was due. */
async function setAside(database: Database, { id }: StoredInterchange, at: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, id, true);
    if (found && !receiveStepOf(found) && !isToTransmit(found)) {
      await saveInterchange(transaction, found, { stepAt: null }, at);
    }
  });
}

/** Records the failure with the document, which is retried and in the end waits for a person. */
async function failedInterchange({ database }: EdiEngine, id: string, error: unknown, at: Date) {
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, id, true);
    if (found) await saveInterchange(transaction, found, afterFailure(found, error, at), at);
  });
}

async function failedOrder({ database }: EdiEngine, id: string, error: unknown, at: Date) {
  await database.transaction(async (transaction) => {
    const found = await findEdiOrder(transaction, id, true);
    if (found) await saveEdiOrder(transaction, found, afterFailure(found, error, at), at);
  });
}

/**
 * Advances the interchanges of every series one after the other, in order of arrival (edi#sequence): one starts when
 * the one before it is finished, waits for a person, or has failed. Series are independent of each other. Returns the
 * number of interchanges, and the failures.
 */
async function advanceSeries(engine: EdiEngine, at: Date) {
  const failures: unknown[] = [];
  let taken = 0;
  for (let turns = await listTurns(engine.database, at); turns.length > 0; ) {
    const next: string[] = [];
    failures.push(
      ...(await advanceAll(turns, {
        advance: async (id) => {
          if (taken >= documentsPerRound) return;
          taken += 1;
          await advanceInterchange(engine, id, at);
          const found = await findInterchange(engine.database, id);
          const following = found && (await nextTurn(engine.database, found, at));
          // Another process is working on an unchanged one: that process continues the series.
          if (following && following !== id) next.push(following);
        },
        failed: (id, error) => failedInterchange(engine, id, error, at),
      })),
    );
    turns = next;
  }
  return { taken, failures };
}

/**
 * Advances at most 50 interchanges and 50 order documents that are due. One that fails is retried later, and does not
 * block the others.
 */
export async function advanceDueEdi(engine: EdiEngine, at: Date): Promise<Advanced> {
  const { database } = engine;
  const { taken: interchanges, failures } = await advanceSeries(engine, at);
  const orderIds = await listDue(database, ediOrders, at, documentsPerRound);
  failures.push(
    ...(await advanceAll(orderIds, {
      advance: (id) => takeOrderSteps(database, id, at),
      failed: (id, error) => failedOrder(engine, id, error, at),
    })),
  );
  const taken = interchanges + orderIds.length;
  // Their results are due as well.
  return { taken, hasMore: taken > 0, failures };
}

/** When the next EDI document is due, after this time; undefined without one. */
export async function nextDueEdi(database: Database, after: Date): Promise<Date | undefined> {
  const times = [await nextDue(database, ediInterchanges, after), await nextDue(database, ediOrders, after)];
  const known = times.flatMap((time) => (time ? [time.getTime()] : []));
  return known.length > 0 ? new Date(Math.min(...known)) : undefined;
}
