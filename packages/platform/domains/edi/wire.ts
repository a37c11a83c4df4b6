import type { Database } from "#database/connect.ts";
import { type Decision, decisionsIn, flat, possibleAnswers, replacement } from "#edi-orders/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { noOrderMessages } from "./documents/messages.ts";
import { fromBytes } from "./documents/storable.ts";
import type { HeldContent, StoredInterchange } from "./interchanges/repository.ts";
import { attentionOf } from "./operations/attention.ts";
import { interchangeOperations } from "./operations/interchange.ts";
import { offersOf } from "./operations/operation.ts";
import { orderOperations } from "./operations/order.ts";
import { lineOf } from "./orders/facts.ts";
import { foldOf, readEdiOrder } from "./orders/folded.ts";
import { duplicatesOf, isLiving, standingBefore } from "./orders/numbered.ts";
import { readWholeEdiOrder, type StoredEdiOrder, type WholeEdiOrder } from "./orders/repository.ts";
import { dueAt, type KnownPartner, type KnownPartners, readKnownPartners } from "./partners/dueTimes.ts";
import { sidesOf, termsOf } from "./partners/repository.ts";

const maxIdentifiers = 20;

/** When the partner's acknowledgement is due; null when none is owed. */
function acknowledgementDue(
  { direction, acknowledgementExpected, createdAt, recipient }: StoredInterchange,
  partners: KnownPartners,
) {
  const isOwed = direction === "outbound" && acknowledgementExpected;
  const hours = partners.of(recipient).dueHours.acknowledgement;
  return { acknowledgement_due_at: isOwed ? dueAt(createdAt, hours).toISOString() : null };
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
  ...sidesOf(row),
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
  response_due_at:
    row.responseOwedSince && dueAt(row.responseOwedSince, partner.dueHours.response).toISOString(),
  despatch_due_at:
    row.despatchOwedSince && dueAt(row.despatchOwedSince, partner.dueHours.despatch).toISOString(),
});

/** Order documents of a list in their wire form (edi#order-fields). */
export async function ediOrderRows(database: Database, rows: readonly StoredEdiOrder[]) {
  const [duplicates, partners] = await Promise.all([
    duplicatesOf(database, rows),
    readKnownPartners(database),
  ]);
  return rows.map((row) => ediOrderRow(row, duplicates(row.id), partners.of(row.partner)));
}

const maxReviewed = 1000;

type DecisionOn = ReturnType<typeof decisionsIn>;

const reviewLine = (stored: StoredOrderLine, place: number, decisionOn: DecisionOn) => {
  const line = lineOf(stored);
  const { asked, stock, ourPrice, levelCode, differences = [] } = line;
  const { written, quantity, price } = asked;
  const decided = decisionOn(place, flat(line));
  return {
    place: place + 1,
    number: asked.number,
    item: asked.item,
    description: asked.description,
    article: levelCode,
    ordered: written.quantity,
    unit: written.unit,
    price: written.price,
    price_basis: [written.per, written.priceUnit].filter(Boolean).join(" "),
    pieces: quantity > 0 ? quantity : null,
    unit_price: written.price !== "" && price > 0 ? price : null,
    in_stock: stock ?? null,
    our_price: ourPrice ?? null,
    differences,
    possible_answers: possibleAnswers(line),
    answer: decided ? { ...decided, seen: undefined } : null,
  };
};

/** The lines of a waiting order in their wire form, those that differ first. */
function reviewLines(lines: readonly StoredOrderLine[], decisions: readonly Decision[]) {
  const differs = ({ differences = [] }: StoredOrderLine) => (differences.length > 0 ? 0 : 1);
  const decisionOn = decisionsIn(decisions);
  return lines
    .map((line, place) => ({ line, place }))
    .sort((one, other) => differs(one.line) - differs(other.line))
    .slice(0, maxReviewed)
    .map(({ line, place }) => reviewLine(line, place, decisionOn));
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
    ...(row.heldFor && { review_lines: reviewLines(row.lines, row.decisions), line_count: row.lines.length }),
    comparison: await comparisonOf(database, row, duplicates(row.id)),
  };
}

/** The differences of a duplicate from the living order of its number; null without such an order, or if it is none. */
async function comparisonOf(database: Database, row: WholeEdiOrder, duplicates: readonly StoredEdiOrder[]) {
  const living = row.heldFor === "duplicate" ? duplicates.find(isLiving) : undefined;
  const whole = living && (await readWholeEdiOrder(database, living.id));
  if (!whole) return null;
  const { units } = await termsOf(database, row.partner);
  const { lines } = replacement(
    foldOf(await readEdiOrder(whole)).lines,
    foldOf(await readEdiOrder(row)).lines,
    units,
  );
  return { order_document_id: whole.id, utopia_order_number: whole.utopiaOrderNumber, lines };
}
