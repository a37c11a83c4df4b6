import type { Database } from "#platform/database/connect.ts";
import { isSearchable } from "#platform/database/search.ts";
import { type ActionRequest, isRepeated, recordPerformed } from "#platform/domains/actions/repository.ts";
import { Problem } from "#platform/http/requests.ts";
import { findExo, saveMovedExo } from "./repository.ts";
import { isKnownAction, movedByAction, offeredExoRule, refusedActionNote } from "./rules.ts";

/**
 * Performs an action on an EXO, once per idempotency key. Throws a Problem: 404 for an unknown EXO or action, 409 for
 * an action that the EXO does not offer. The history records both kinds of refused action.
 */
export async function actOnExo(database: Database, request: ActionRequest, at: Date): Promise<void> {
  const { target: exoId, action, user } = request;
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
    const { storeName: storeGroup, storeType: sourceType } = found;
    const result = { storeGroup, payload: "", sourceType, outcome: `Performed: ${rule.name}` };
    await recordPerformed(transaction, request, result, at);
    return undefined;
  });
  if (refusal) throw refusal;
}
