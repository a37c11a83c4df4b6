import { and, asc, inArray } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { referencesIn } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { isRunning } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { findWaiting } from "#platform/domains/edi/interchanges/series.ts";
import { createStream, ediOrderColumns, finalStream, type StoredEdiOrder } from "./repository.ts";

/** Test and live orders have separate numbers. */
type Numbered = Pick<StoredEdiOrder, "partner" | "isTest" | "documentIdentifier">;

const numberOf = ({ partner, isTest, documentIdentifier }: Numbered) =>
  JSON.stringify([partner, isTest, documentIdentifier]);

/** Every document under these order numbers of partners, first one first; none without a number. `lock` locks them. */
async function readNumbered(database: Database, documents: readonly Numbered[], lock = false) {
  const named = documents.filter(({ documentIdentifier }) => documentIdentifier !== "");
  if (named.length === 0) return [];
  const identifiers = [...new Set(named.map(({ documentIdentifier }) => documentIdentifier))];
  const partners = [...new Set(named.map(({ partner }) => partner))];
  const query = database
    .select(ediOrderColumns)
    .from(ediOrders)
    .where(and(inArray(ediOrders.documentIdentifier, identifiers), inArray(ediOrders.partner, partners)))
    .orderBy(asc(ediOrders.position));
  const numbers = new Set(named.map(numberOf));
  return (await (lock ? query.for("update") : query)).filter((one) => numbers.has(numberOf(one)));
}

export const findNumbered = (
  database: Database,
  document: Numbered,
  lock = false,
): Promise<StoredEdiOrder[]> => readNumbered(database, [document], lock);

/** For each of some documents the others under its number, first one first. */
export async function duplicatesOf(
  database: Database,
  documents: readonly (Numbered & { id: string })[],
): Promise<(id: string) => StoredEdiOrder[]> {
  const all = await readNumbered(database, documents);
  const numbers = new Map(documents.map((document) => [document.id, numberOf(document)]));
  return (id) => all.filter((duplicate) => duplicate.id !== id && numberOf(duplicate) === numbers.get(id));
}

/** The difference of an order that was sent before what the living one of its number follows. */
export const olderKind = "older";

const created = (streams: StoredStreams): string => streams[createStream]?.state ?? "";

/** Whether a document is finished: it was not accepted, discarded, or its order is at its end. */
const isOver = ({ streams, orderId, isTest }: StoredEdiOrder): boolean =>
  created(streams) === "rejected" ||
  (orderId === null && !isTest
    ? created(streams) === "completed"
    : streams[finalStream]?.state === "completed");

/** Whether a document has a Utopia order, or will get one, at once or when a person confirms it. */
export const isLiving = (duplicate: StoredEdiOrder) =>
  !isOver(duplicate) &&
  (duplicate.orderId !== null ||
    isRunning(created(duplicate.streams)) ||
    duplicate.heldFor === "confirmation" ||
    (duplicate.isTest && created(duplicate.streams) === "completed"));

/**
 * The document next to which an order of `own` would be a second one: one with a Utopia order, else an earlier one that
 * can still get one, at once or when a person confirms it. Undefined where `own` has an order already, or is finished.
 */
export function standingBefore(own: StoredEdiOrder, duplicates: readonly StoredEdiOrder[]) {
  if (own.orderId !== null || isOver(own)) return undefined;
  const isEarlier = (duplicate: StoredEdiOrder) =>
    duplicate.position < own.position &&
    !isOver(duplicate) &&
    (created(duplicate.streams) !== "hold" || duplicate.heldFor === "confirmation");
  return duplicates.find(({ orderId }) => orderId !== null) ?? duplicates.find(isEarlier);
}

const candidate = ({ id, utopiaOrderNumber, state }: StoredEdiOrder): string =>
  `${utopiaOrderNumber ? `${utopiaOrderNumber}, ` : ""}document ${id} (${state})`;

/** What a message does to an order, in words, and the order's number. */
type ChangeOf = { what: "change" | "cancellation"; number: string };

/** The only document with a living order or, without one, with a finished one; words where that is ambiguous. */
function meantBy({ what, number }: ChangeOf, numbered: readonly StoredEdiOrder[]): StoredEdiOrder | string {
  const living = numbered.filter(isLiving);
  const [only] = living;
  if (only && living.length === 1) return only;
  const made = numbered.filter(({ orderId }) => orderId !== null);
  const [last] = made;
  const isRestOver = numbered.every((duplicate) => duplicate.orderId !== null || isOver(duplicate));
  if (living.length === 0 && last && made.length === 1 && isRestOver) return last;
  const which = living.length > 1 ? "several of them have an order" : "none of them has an order";
  const words =
    numbered.length === 1
      ? "it has no order that could be changed"
      : `which one is meant is not certain: ${which}`;
  return `A ${what} of '${number}' was not applied, since ${words}. ${numbered.map(candidate).join("; ")}`;
}

/** What a message does to its order. */
export const changeName = (document: Readonly<JsonObject>): ChangeOf["what"] =>
  headed(document).messageFunction === "1" ? "cancellation" : "change";

/** There is no such order: it was not received, or its interchange waits for a person (edi#sequence). */
async function unknownOrder(database: Database, interchange: StoredInterchange, { what, number }: ChangeOf) {
  const waiting = await findWaiting(database, interchange, number);
  return waiting
    ? `A ${what} of '${number}' was not applied: the order is in the interchange ${waiting.controlReference} (${waiting.state}). Process that one first, then this one`
    : what === "cancellation"
      ? `It cancels the order '${number}', which the partner never sent`
      : `The partner sent no order '${number}' that could be changed`;
}

/** The order number of a message that changes an order: an ORDCHG refers to it, an ORDERS message has it. */
export function numberChangedBy(document: Readonly<JsonObject>): string {
  const { type, documentIdentifier } = headed(document);
  const named = referencesIn(document).find(({ qualifier }) => qualifier === "ON")?.identifier ?? "";
  return storable((type === "ORDCHG" ? named : documentIdentifier).trim(), 100);
}

/** The order document that a message changes; words where there is none, or it is ambiguous. */
export async function documentChangedBy(
  database: Database,
  interchange: StoredInterchange,
  document: Readonly<JsonObject>,
): Promise<Pick<StoredEdiOrder, "id" | "orderId"> | string> {
  const documentIdentifier = numberChangedBy(document);
  const change: ChangeOf = { what: changeName(document), number: documentIdentifier };
  const identity = { partner: interchange.sender, isTest: interchange.isTest, documentIdentifier };
  const numbered = documentIdentifier === "" ? [] : await findNumbered(database, identity);
  return numbered.length === 0 ? unknownOrder(database, interchange, change) : meantBy(change, numbered);
}
