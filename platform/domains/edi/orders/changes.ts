import { randomUUID } from "node:crypto";
import { groupsWith, lineOf, type MessageDocument, referencesIn, summarise } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/edi.ts";
import { interchangeReference } from "#platform/domains/edi/documents/references.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote } from "#platform/domains/edi/documents/streams.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { changedByPartner } from "#platform/domains/orders/partnerChange.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { type PartnerLine, partnerLine, withArticles } from "./lines.ts";
import { orderMessage } from "./message.ts";
import { findByDocument, findEdiOrder, saveEdiOrder } from "./repository.ts";
import { lineItemsOf, totalOf } from "./utopiaOrder.ts";

export type Changed =
  | { kind: "changed"; id: string; documentIdentifier: string }
  | { kind: "unknown"; words: string };

/** 1225: the whole order is cancelled. 1229: a line is added, deleted, changed. */
const cancellation = "1";
const lineActions = { added: "1", deleted: "2" } as const;

type AskedLine = PartnerLine & { action: string };

/** The lines as the partner wants them now. What it no longer wants stays, with nothing ordered. */
function withChanges(
  lines: readonly StoredOrderLine[],
  asked: readonly (StoredOrderLine & { action: string })[],
) {
  const after = [...lines];
  for (const { action, ...line } of asked) {
    const index = after.findIndex(({ number, item }) =>
      line.number !== "" && number !== "" ? number === line.number : item === line.item,
    );
    const before = after[index];
    if (!before) {
      if (action !== lineActions.deleted) after.push(line);
      continue;
    }
    const ordered = action === lineActions.deleted ? 0 : line.ordered;
    // What was not accepted before is not for being ordered in another quantity.
    const isRefused = before.ordered > 0 && before.accepted === 0;
    const accepted = isRefused ? 0 : ordered;
    after[index] = { ...before, ordered, accepted, unitPrice: line.unitPrice || before.unitPrice };
  }
  return after;
}

function recordOf(
  label: string,
  summary: { documentIdentifier: string },
  lines: readonly StoredOrderLine[],
  at: Date,
) {
  const record: StoredUpdateRecord = {
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: label,
    tags: ["partner", summary.documentIdentifier || "without identifier"].map((tag) => storable(tag)),
    order_update_message: {
      lines: lines.map(({ number, ordered, accepted }) => ({ number, ordered, accepted })),
    },
  };
  return record;
}

/**
 * Applies an ORDCHG message to the order that it names (RFF+ON): to the order document, and to the Utopia order
 * as long as nothing of it was sent. The response follows from the order's own streams.
 */
export async function changeEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  document: MessageDocument,
  at: Date,
): Promise<Changed> {
  const summary = summarise(document);
  const named = referencesIn(document).find(({ qualifier }) => qualifier === "ON")?.identifier ?? "";
  const known = await findByDocument(transaction, interchange.sender, storable(named, 100));
  if (!known) return { kind: "unknown", words: `The partner sent no order '${named}' that could be changed` };
  const behind = known.orderId === null ? undefined : await findOrder(transaction, known.orderId, true);
  const order = await findEdiOrder(transaction, known.id, true);
  if (!order) throw new Error(`The order document ${known.id} is gone`);
  const changedKind = {
    kind: "changed",
    id: order.id,
    documentIdentifier: order.documentIdentifier,
  } as const;
  const isRepeated = order.messages.some(
    ({ list, interchangeId, message }) =>
      list === "OrderChangeRequests" &&
      interchangeId === interchange.id &&
      summarise(message).reference === summary.reference,
  );
  if (isRepeated) return changedKind;

  const asked = groupsWith(document, "lineItem").map((group, index): AskedLine => {
    const line = lineOf(group);
    return { ...partnerLine(line, index), action: line.action };
  });
  const found = await withArticles(transaction, order.storeId, asked);
  const resolved = found.map((line, index) => ({ ...line, action: asked[index]?.action ?? "" }));
  const changed = withChanges(order.lines, resolved);
  const isCancelled =
    summary.messageFunction === cancellation || changed.every(({ accepted }) => accepted === 0);
  const lines = isCancelled ? order.lines.map((line) => ({ ...line, ordered: 0, accepted: 0 })) : changed;
  const change = { lineItems: lineItemsOf(lines), amountPaid: totalOf(lines) };
  const effect =
    behind && changedByPartner(behind.order, isCancelled, change, summary.documentIdentifier, at);
  const isTooLate = behind !== undefined && effect === undefined;
  // What a cancellation leads to is the order system's last word on the order, which follows.
  const records = isTooLate
    ? [recordOf("CHANGE_REFUSED", summary, order.lines, at)]
    : isCancelled
      ? []
      : [recordOf("CHANGED", summary, lines, at)];
  const what = isCancelled
    ? "cancels the order"
    : `changes ${asked.length === 1 ? "1 line" : `${asked.length} lines`}`;
  const title = `Order change ${summary.documentIdentifier || interchange.controlReference}`;
  await saveEdiOrder(
    transaction,
    order,
    {
      ...(isTooLate ? {} : { lines }),
      messages: [...order.messages, orderMessage(interchange.id, document)],
      updateRecords: [...order.updateRecords, ...records],
      stepAt: at,
      references: [interchangeReference("interchange:ordchg", title, interchange.id, at)],
      notes: [
        ediNote("order:change-requested", `${title} ${what}`),
        ...(isTooLate
          ? [ediNote("order:change-too-late", "The order was sent or ended before: it stays as it is")]
          : []),
      ],
    },
    at,
  );
  if (behind && effect) await saveMovedOrder(transaction, behind.order, effect, at);
  return changedKind;
}
