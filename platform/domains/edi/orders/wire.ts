import { noOrderMessages } from "#platform/domains/edi/documents/messageLists.ts";
import type { StoredEdiOrder } from "./repository.ts";

/** Hours from an order's arrival in which the partner expects our response, and our despatch advice. */
const responseDueHours = 24;
const despatchDueHours = 120;

const dueAt = (since: Date | null, hours: number): string | null =>
  since && new Date(since.getTime() + hours * 3_600_000).toISOString();

/** An order document in the list as the wire shows it (edi#order-fields). */
export const ediOrderRow = (row: StoredEdiOrder) => ({
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
  response_due_at: dueAt(row.responseOwedSince, responseDueHours),
  despatch_due_at: dueAt(row.despatchOwedSince, despatchDueHours),
});

/** The whole order document as the wire shows it; its message lists are PascalCase (edi#order-fields). */
export const ediOrderDetail = (row: StoredEdiOrder) => {
  const lists = noOrderMessages();
  for (const { list, message } of row.messages) lists[list] = [...(lists[list] ?? []), message];
  return { ...ediOrderRow(row), order: lists, order_update_message_records: row.updateRecords };
};
