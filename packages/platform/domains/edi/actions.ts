import { type EdiActionName, ediActionNames } from "#contract/ediActions.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import type { Database } from "#database/connect.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { type ActionRequest, isRepeated, recordPerformed } from "#platform/domains/actions/repository.ts";
import { Problem } from "#platform/http/requests.ts";
import { type EdiNote, ediNote } from "./documents/streams.ts";
import { findInterchange, saveInterchange } from "./interchanges/repository.ts";
import {
  interchangeOperations,
  isReleasedByProcess as releasesInterchange,
} from "./operations/interchange.ts";
import { type Asked, isOutstanding, type Operation, offersOf } from "./operations/operation.ts";
import {
  orderOf,
  orderOperations,
  isReleasedByProcess as releasesOrder,
  unwantedDuplicate,
} from "./operations/order.ts";
import { findNumbered } from "./orders/numbered.ts";
import { findEdiOrder, saveEdiOrder } from "./orders/repository.ts";

export type EdiActionRequest = ActionRequest & {
  /** The person's reason; empty when none is needed. */
  reason: string;
  answer?: EdiOrderAnswer | undefined;
};

function checked({ action }: EdiActionRequest): EdiActionName {
  const ediAction = ediActionNames.find((name) => name === action);
  if (!ediAction) throw new Problem(400, `action: expected one of ${ediActionNames.join(", ")}`);
  return ediAction;
}

function performedNote({ user, reason, action }: EdiActionRequest, title: string, isIdle: boolean): EdiNote {
  const why = reason.trim();
  const words = `${title}, by ${user}${why && `, because: ${why}`}${isIdle ? ": nothing is outstanding" : ""}`;
  return ediNote(`action:${action}`, words, { user, ...(why && { reason: why }) });
}

type Saved = { attempts: number; notes: EdiNote[] };

/** Throws a Problem: 409 for an operation that is not offered now, 400 without a required reason. */
async function carryOut<
  Document extends { streams: StoredStreams },
  Around,
  Change extends { notes?: EdiNote[] },
>(
  operations: readonly Operation<Document, Around, Change>[],
  action: EdiActionName,
  requested: Asked<Document, Around>,
  request: EdiActionRequest,
  save: (change: Change & Saved) => Promise<unknown>,
): Promise<void> {
  const { found, around } = requested;
  const operation = operations.find((one) => one.action === action);
  const offer = operation?.offer(found, around);
  if (!operation || !offer) {
    const others = offersOf(operations, found, around).map(({ title }) => title);
    const words = others.length > 0 ? `What can be done: ${others.join(", ")}.` : "Nothing can be done.";
    throw new Problem(409, `'${action}' cannot be done to this document as it stands now. ${words}`);
  }
  if (offer.needs_reason && request.reason.trim() === "") throw new Problem(400, "reason: say why");
  const change = await operation.change(requested);
  const isIdle = action === "process" && !isOutstanding(found.streams);
  const entry = performedNote(request, offer.title, isIdle);
  await save({ attempts: 0, ...change, notes: [entry, ...(change.notes ?? [])] });
  const { reason, answer } = request;
  const payload = answer ? JSON.stringify({ reason, ...answer }) : reason;
  const result = { storeGroup: "", payload, sourceType: "edimarketplace", outcome: entry.message };
  await recordPerformed(requested.transaction, request, result, requested.at);
}

/**
 * Performs a person's operation on an interchange, once per idempotency key, with a history entry; what follows runs in
 * the background. Throws a Problem: 400 for an unknown action or a missing reason, 404 for an unknown interchange, 409
 * for an action that is not offered now, 422 for a key that was used for something else.
 */
export async function performInterchangeAction(database: Database, request: EdiActionRequest, at: Date) {
  const requested = checked(request);
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, request.target, true);
    if (!found) throw new Problem(404, `There is no interchange '${request.target}'`);
    if (await isRepeated(transaction, request)) return;
    const action = requested === "process" && releasesInterchange(found) ? "release" : requested;
    const { reason, user } = request;
    const asking = { transaction, found, around: undefined, reason, user, at };
    await carryOut(interchangeOperations, action, asking, request, (change) =>
      saveInterchange(transaction, found, change, at),
    );
  });
}

/** As `performInterchangeAction`, for an order document. */
export async function performEdiOrderAction(database: Database, request: EdiActionRequest, at: Date) {
  const requested = checked(request);
  await database.transaction(async (transaction) => {
    const ediOrder = await findEdiOrder(transaction, request.target);
    if (!ediOrder) throw new Problem(404, `There is no order document '${request.target}'`);
    // All documents under one number are locked in one order, so that two people cannot both create the only order.
    const numbered = await findNumbered(transaction, ediOrder, true);
    const found = await findEdiOrder(transaction, ediOrder.id, true);
    if (!found) throw new Error(`The order document ${ediOrder.id} is gone`);
    if (await isRepeated(transaction, request)) return;
    const around = numbered.filter(({ id }) => id !== found.id);
    const action = requested === "process" && releasesOrder(found, around) ? "release" : requested;
    const duplicate = action === "process" ? unwantedDuplicate(found, around) : undefined;
    const isSecond =
      duplicate &&
      !orderOperations.some((operation) => operation.action === action && operation.offer(found, around));
    if (isSecond) {
      const words = `${orderOf(duplicate)} exists for ${found.documentIdentifier}, and processing this document would make a second order. Apply this one as a change, discard it as a duplicate, or make a second order on purpose.`;
      throw new Problem(409, words.charAt(0).toUpperCase() + words.slice(1));
    }
    const { reason, answer, user } = request;
    const asking = { transaction, found, around, reason, answer, user, at };
    await carryOut(orderOperations, action, asking, request, (change) =>
      saveEdiOrder(transaction, found, change, at),
    );
  });
}
