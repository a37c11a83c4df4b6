import type { Database } from "#platform/database/connect.ts";
import { type EdiActionRequest, performEdiOrderAction } from "#platform/domains/edi/actions.ts";
import { newestPosition } from "#platform/domains/edi/interchanges/repository.ts";
import { findNumbered } from "#platform/domains/edi/orders/duplicates.ts";
import { findEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { takeOrderSteps } from "#platform/domains/edi/orders/steps.ts";
import { dryRun, repliesAfter } from "./check.ts";
import { orderOutcome, replyWire } from "./wire.ts";

/**
 * The result of an action on an order document, and the messages to the partner: it is performed with all that follows,
 * and rolled back. Throws a Problem as `performEdiOrderAction` does.
 */
export const previewOrderAction = (database: Database, request: EdiActionRequest, at: Date) =>
  dryRun(database, async (transaction) => {
    const position = await newestPosition(transaction);
    await performEdiOrderAction(transaction, request, at);
    const acted = await findEdiOrder(transaction, request.target);
    if (!acted) throw new Error(`The order document ${request.target} is gone`);
    // An action may change the living order of its number.
    const numbered = await findNumbered(transaction, acted);
    for (const id of new Set([acted.id, ...numbered.map((one) => one.id)]))
      await takeOrderSteps(transaction, id, at);
    const after = await findEdiOrder(transaction, acted.id);
    const replies = await repliesAfter(transaction, position);
    return { outcome: orderOutcome(after ?? acted), replies: replies.map(replyWire) };
  });
