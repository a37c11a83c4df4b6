import { randomUUID } from "node:crypto";
import type { Database } from "#platform/database/connect.ts";
import { isSearchable } from "#platform/database/search.ts";
import { findByIdempotencyKey, recordEvent } from "#platform/domains/actions/repository.ts";
import { Problem } from "#platform/http/requests.ts";
import { findExo, saveMovedExo } from "./repository.ts";
import { isKnownAction, movedByAction, offeredExoRule, refusedActionNote } from "./rules.ts";

export type ExoActionRequest = {
  exoId: string;
  action: string;
  /** The caller: the token's subject and the name for the history. */
  subject: string;
  user: string;
  idempotencyKey: string | null;
};

/** A key that was used before is the same request or a mistake; returns whether it is a repetition. */
async function isRepeated(database: Database, request: ExoActionRequest): Promise<boolean> {
  const { subject, idempotencyKey, exoId, action } = request;
  const earlier = idempotencyKey && (await findByIdempotencyKey(database, subject, idempotencyKey));
  if (!earlier) return false;
  if (earlier.target === exoId && earlier.action === action) return true;
  throw new Problem(422, "This Idempotency-Key was used for another event");
}

/**
 * Performs an action on an EXO, once per idempotency key. Throws a Problem: 404 for an unknown EXO or action, 409 for
 * an action that the EXO does not offer. The history records both kinds of refused action.
 */
export async function actOnExo(database: Database, request: ExoActionRequest, at: Date): Promise<void> {
  const { exoId, action, user } = request;
  if (!/^[\w:.-]{1,80}$/.test(action)) throw new Problem(404, "There is no such action");
  if (!isSearchable(exoId)) throw new Problem(404, "There is no such EXO");
  const refusal = await database.transaction(async (transaction) => {
    const found = await findExo(transaction, exoId, true);
    if (!found) return new Problem(404, `There is no EXO '${exoId}'`);
    if (await isRepeated(transaction, request)) return undefined;
    const rule = offeredExoRule(found, action);
    if (!rule) {
      const notes = [refusedActionNote(action, user)];
      await saveMovedExo(transaction, found, { exo: found, notes }, at);
      return isKnownAction(action)
        ? new Problem(409, `The action '${action}' is not available for '${exoId}'`)
        : new Problem(404, `There is no action '${action}'`);
    }
    await saveMovedExo(transaction, found, movedByAction(rule, found, user, at), at);
    const recorded = await recordEvent(transaction, {
      id: randomUUID(),
      subject: request.subject,
      idempotencyKey: request.idempotencyKey,
      action,
      target: exoId,
      storeGroup: found.storeName,
      payload: "",
      sourceType: found.storeType,
      submittedBy: user,
      submittedAt: at,
      performedAt: at,
      outcome: `Performed: ${rule.name}`,
    });
    if (!recorded) throw new Problem(422, "This Idempotency-Key was used for another event");
    return undefined;
  });
  if (refusal) throw refusal;
}
