import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { isRunning } from "#platform/domains/edi/documents/streams.ts";
import { createStream, finalStream, type StoredEdiOrder } from "./repository.ts";

/** A document of the partner under an order number, with the fields that the others under it need. */
export type Duplicate = Pick<
  StoredEdiOrder,
  | "id"
  | "position"
  | "partner"
  | "isTest"
  | "documentIdentifier"
  | "utopiaOrderNumber"
  | "orderId"
  | "state"
  | "heldFor"
  | "streams"
>;

const columns = {
  id: ediOrders.id,
  position: ediOrders.position,
  partner: ediOrders.partner,
  isTest: ediOrders.isTest,
  heldFor: ediOrders.heldFor,
  documentIdentifier: ediOrders.documentIdentifier,
  utopiaOrderNumber: ediOrders.utopiaOrderNumber,
  orderId: ediOrders.orderId,
  state: ediOrders.state,
  streams: ediOrders.streams,
};

/** Test and live orders have separate numbers. */
type Numbered = Pick<Duplicate, "partner" | "isTest" | "documentIdentifier">;

/** Every document under an order number of a partner, first one first; none without a number. `lock` locks them. */
export async function findNumbered(
  database: Database,
  { partner, isTest, documentIdentifier }: Numbered,
  lock = false,
): Promise<Duplicate[]> {
  if (documentIdentifier === "") return [];
  const query = database
    .select(columns)
    .from(ediOrders)
    .where(
      and(
        eq(ediOrders.documentIdentifier, documentIdentifier),
        eq(ediOrders.partner, partner),
        eq(ediOrders.isTest, isTest),
      ),
    )
    .orderBy(asc(ediOrders.position));
  return lock ? query.for("update") : query;
}

const numberOf = ({ partner, isTest, documentIdentifier }: Numbered) =>
  JSON.stringify([partner, isTest, documentIdentifier]);

/** For each of some documents the others under its number, first one first. */
export async function duplicatesOf(
  database: Database,
  documents: readonly (Numbered & { id: string })[],
): Promise<(id: string) => Duplicate[]> {
  if (documents.length === 0) return () => [];
  const identifiers = [...new Set(documents.map(({ documentIdentifier }) => documentIdentifier))];
  const partners = [...new Set(documents.map(({ partner }) => partner))];
  const all = await database
    .select(columns)
    .from(ediOrders)
    .where(and(inArray(ediOrders.documentIdentifier, identifiers), inArray(ediOrders.partner, partners)))
    .orderBy(asc(ediOrders.position));
  const numbers = new Map(documents.map((document) => [document.id, numberOf(document)]));
  const isNumbered = all.filter(({ documentIdentifier }) => documentIdentifier !== "");
  return (id) =>
    isNumbered.filter((duplicate) => duplicate.id !== id && numberOf(duplicate) === numbers.get(id));
}

const created = (streams: StoredStreams): string => streams[createStream]?.state ?? "";

/** Whether a document is finished: it was not accepted, discarded, or its order is at its end. */
export const isOver = ({
  streams,
  orderId,
  isTest,
}: Pick<Duplicate, "streams" | "orderId" | "isTest">): boolean =>
  created(streams) === "rejected" ||
  (orderId === null && !isTest
    ? created(streams) === "completed"
    : streams[finalStream]?.state === "completed");

/** Whether a document has a Utopia order, or will get one, at once or when a person confirms it. */
export const isLiving = (duplicate: Pick<Duplicate, "streams" | "orderId" | "isTest" | "heldFor">): boolean =>
  !isOver(duplicate) &&
  (duplicate.orderId !== null ||
    isRunning(created(duplicate.streams)) ||
    duplicate.heldFor === "confirmation" ||
    (duplicate.isTest && created(duplicate.streams) === "completed"));

/**
 * The document next to which an order of `own` would be a second one: one with a Utopia order, else an earlier one that
 * can still get one, at once or when a person confirms it. Undefined where `own` has an order already, or is finished.
 */
export function standingBefore(own: Duplicate, duplicates: readonly Duplicate[]): Duplicate | undefined {
  if (own.orderId !== null || isOver(own)) return undefined;
  const isEarlier = (duplicate: Duplicate) =>
    duplicate.position < own.position &&
    !isOver(duplicate) &&
    (created(duplicate.streams) !== "hold" || duplicate.heldFor === "confirmation");
  return duplicates.find(({ orderId }) => orderId !== null) ?? duplicates.find(isEarlier);
}
