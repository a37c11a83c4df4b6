import type { Database } from "#platform/database/connect.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { attentionOf } from "#platform/domains/edi/operations/attention.ts";
import { interchangeOperations } from "#platform/domains/edi/operations/interchange.ts";
import { offersOf } from "#platform/domains/edi/operations/operation.ts";
import { dueAt, type KnownPartners, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";
import type { HeldContent, StoredInterchange } from "./repository.ts";

/** Document numbers (1004) in a row. */
const maxIdentifiers = 20;

/** When the partner's acknowledgement is due, and the time zone of its clock; null when none is owed. */
function acknowledgementDue(
  { direction, acknowledgementExpected, createdAt, recipient }: StoredInterchange,
  partners: KnownPartners,
) {
  const isOwed = direction === "outbound" && acknowledgementExpected;
  const { due, timeZone } = partners.of(recipient);
  return {
    acknowledgement_due_at: isOwed ? dueAt(createdAt, due.acknowledgement).toISOString() : null,
    due_time_zone: isOwed ? timeZone : null,
  };
}

const interchangeRow = (row: StoredInterchange, partners: KnownPartners) => ({
  id: row.id,
  control_reference: row.controlReference,
  references: row.referenceList,
  stream_statuses: row.streams,
  transmission_direction: row.direction,
  acknowledged: row.acknowledged,
  acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
  acknowledgement_interchange_document_id: row.acknowledgementId,
  updated_at: row.updatedAt.toISOString(),
  histories: row.histories,
  created_at: row.createdAt.toISOString(),
  sender: { identification: row.sender, qualifier: row.senderQualifier },
  recipient: { identification: row.recipient, qualifier: row.recipientQualifier },
  acknowledgement_requested: row.acknowledgementRequested,
  acknowledgement_action: row.acknowledgementAction,
  test: row.isTest,
  message_counts: row.messageCounts,
  segment_count: row.segmentCount,
  byte_count: row.byteCount,
  finding_counts: row.findingCounts,
  document_identifiers: row.documentIdentifiers.split("\n").filter(Boolean).slice(0, maxIdentifiers),
  refused_messages: row.refusedMessages,
  acknowledgement_expected: row.acknowledgementExpected,
  ...acknowledgementDue(row, partners),
  answered_with_interchange_document_id: row.answeredWithId,
  available_actions: offersOf(interchangeOperations, row, undefined),
  attention: attentionOf(row, row.state === "rejected" && row.refusedMessages.length === 0),
});

export type InterchangeRow = ReturnType<typeof interchangeRow>;

/** Interchanges of a list in their wire form (edi#interchange-fields). */
export async function interchangeRows(
  database: Database,
  rows: readonly StoredInterchange[],
): Promise<InterchangeRow[]> {
  const partners = await readKnownPartners(database);
  return rows.map((row) => interchangeRow(row, partners));
}

/** The whole interchange in its wire form. */
export async function interchangeDetail(database: Database, row: StoredInterchange, held: HeldContent) {
  const partners = await readKnownPartners(database);
  const messages: unknown = JSON.parse(fromBytes(held.messages));
  const findings: unknown = JSON.parse(fromBytes(held.findings));
  return {
    ...interchangeRow(row, partners),
    interchange: messages,
    findings,
    ...(held.text ? { interchange_text: fromBytes(held.text) } : {}),
    messages_reduced: held.isReduced,
    encoding: held.encoding,
    file_name: held.fileName,
  };
}
