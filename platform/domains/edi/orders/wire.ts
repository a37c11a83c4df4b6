import type { Database } from "#platform/database/connect.ts";
import { noOrderMessages } from "#platform/domains/edi/documents/messages.ts";
import { attentionOf } from "#platform/domains/edi/operations/attention.ts";
import { offersOf } from "#platform/domains/edi/operations/operation.ts";
import { orderOperations } from "#platform/domains/edi/operations/order.ts";
import { dueAt, type KnownPartner, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";
import { termsOf } from "#platform/domains/edi/partners/repository.ts";
import { compared, linesToCompare } from "./comparison.ts";
import { duplicatesOf, isLiving, standingBefore } from "./duplicates.ts";
import type { StoredEdiOrder, WholeEdiOrder } from "./repository.ts";
import { reviewLines } from "./review.ts";

/** The relevant document under the same number: the one with an order, else the last. */
function duplicateOf(row: StoredEdiOrder, duplicates: readonly StoredEdiOrder[]) {
  const duplicate =
    standingBefore(row, duplicates) ??
    duplicates.find(({ orderId }) => orderId !== null) ??
    duplicates.at(-1);
  return duplicate
    ? { order_document_id: duplicate.id, utopia_order_number: duplicate.utopiaOrderNumber }
    : null;
}

const ediOrderRow = (row: StoredEdiOrder, duplicates: readonly StoredEdiOrder[], partner: KnownPartner) => ({
  id: row.id,
  utopia_order_number: row.utopiaOrderNumber,
  myer_edifact_interchange_document_id: row.interchangeId,
  utopia_source_store_group_alias: row.storeAlias,
  references: row.referenceList,
  stream_statuses: row.streams,
  updated_at: row.updatedAt.toISOString(),
  histories: row.histories,
  created_at: row.createdAt.toISOString(),
  document_identifier: row.documentIdentifier,
  partner: { identification: partner.identification, name: partner.name },
  available_actions: offersOf(orderOperations, row, duplicates),
  duplicate: duplicateOf(row, duplicates),
  attention: attentionOf(row),
  test: row.isTest,
  held_for: row.heldFor,
  differences: row.differences.filter(({ answer }) => answer === undefined),
  response_due_at: row.responseOwedSince && dueAt(row.responseOwedSince, partner.due.response).toISOString(),
  despatch_due_at: row.despatchOwedSince && dueAt(row.despatchOwedSince, partner.due.despatch).toISOString(),
  due_time_zone: partner.timeZone,
});

/** Order documents of a list in their wire form (edi#order-fields). */
export async function ediOrderRows(database: Database, rows: readonly StoredEdiOrder[]) {
  const [duplicates, partners] = await Promise.all([
    duplicatesOf(database, rows),
    readKnownPartners(database),
  ]);
  return rows.map((row) => ediOrderRow(row, duplicates(row.id), partners.of(row.partner)));
}

/** The whole order document in its wire form; its message lists are PascalCase (edi#order-fields). */
export async function ediOrderDetail(database: Database, row: WholeEdiOrder) {
  const [duplicates, partners] = await Promise.all([
    duplicatesOf(database, [row]),
    readKnownPartners(database),
  ]);
  const lists = noOrderMessages();
  for (const { list, message } of row.messages) lists[list] = [...(lists[list] ?? []), message];
  return {
    ...ediOrderRow(row, duplicates(row.id), partners.of(row.partner)),
    order: lists,
    order_update_message_records: row.updateRecords,
    ...(row.heldFor && { review_lines: reviewLines(row.lines), line_count: row.lines.length }),
    comparison: await comparisonOf(database, row, duplicates(row.id)),
  };
}

/** The differences of a duplicate from the living order of its number; null without such an order, or if it is none. */
async function comparisonOf(database: Database, row: WholeEdiOrder, duplicates: readonly StoredEdiOrder[]) {
  const living = row.heldFor === "duplicate" ? duplicates.find(isLiving) : undefined;
  if (!living) return null;
  const { lines } = compared(
    await linesToCompare(database, living.id),
    row.lines,
    await termsOf(database, row.partner),
  );
  return { order_document_id: living.id, utopia_order_number: living.utopiaOrderNumber, lines };
}
