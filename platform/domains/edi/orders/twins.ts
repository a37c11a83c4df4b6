import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { isRunning } from "#platform/domains/edi/documents/streams.ts";
import type { StoredEdiOrder } from "./repository.ts";
import { createStream, finalStream } from "./streams.ts";

/** A document of the partner under an order number, as far as others under it have to know it. */
export type Twin = Pick<
  StoredEdiOrder,
  "id" | "position" | "partner" | "documentIdentifier" | "utopiaOrderNumber" | "orderId" | "state" | "streams"
>;

const columns = {
  id: ediOrders.id,
  position: ediOrders.position,
  partner: ediOrders.partner,
  documentIdentifier: ediOrders.documentIdentifier,
  utopiaOrderNumber: ediOrders.utopiaOrderNumber,
  orderId: ediOrders.orderId,
  state: ediOrders.state,
  streams: ediOrders.streams,
};

type Numbered = Pick<Twin, "partner" | "documentIdentifier">;

/** Every document under an order number of a partner, the first one first; with `lock` nobody else changes them. */
export async function findNumbered(
  database: Database,
  { partner, documentIdentifier }: Numbered,
  lock = false,
): Promise<Twin[]> {
  const query = database
    .select(columns)
    .from(ediOrders)
    .where(and(eq(ediOrders.documentIdentifier, documentIdentifier), eq(ediOrders.partner, partner)))
    .orderBy(asc(ediOrders.position));
  return lock ? query.for("update") : query;
}

const numberOf = ({ partner, documentIdentifier }: Numbered) => JSON.stringify([partner, documentIdentifier]);

/** For each of some documents the others under its number, the first one first. */
export async function twinsOf(
  database: Database,
  documents: readonly (Numbered & { id: string })[],
): Promise<(id: string) => Twin[]> {
  if (documents.length === 0) return () => [];
  const identifiers = [...new Set(documents.map(({ documentIdentifier }) => documentIdentifier))];
  const partners = [...new Set(documents.map(({ partner }) => partner))];
  const all = await database
    .select(columns)
    .from(ediOrders)
    .where(and(inArray(ediOrders.documentIdentifier, identifiers), inArray(ediOrders.partner, partners)))
    .orderBy(asc(ediOrders.position));
  const numbers = new Map(documents.map((document) => [document.id, numberOf(document)]));
  return (id) => all.filter((twin) => twin.id !== id && numberOf(twin) === numbers.get(id));
}

const created = (streams: StoredStreams): string => streams[createStream]?.state ?? "";

/** Whether nothing more can come of a document: it was not accepted, discarded, or its order is at its end. */
export const isOver = ({ streams, orderId }: Pick<Twin, "streams" | "orderId">): boolean =>
  created(streams) === "rejected" ||
  (orderId === null ? created(streams) === "completed" : streams[finalStream]?.state === "completed");

/** Whether a Utopia order stands behind a document, or is about to be made. */
export const isLiving = (twin: Pick<Twin, "streams" | "orderId">): boolean =>
  !isOver(twin) && (twin.orderId !== null || isRunning(created(twin.streams)));

/**
 * The document beside which an order made of `own` would be a second one: one with a Utopia order, else an earlier one
 * that can still become one. Undefined where `own` has an order already, or is over.
 */
export function standingBefore(own: Twin, twins: readonly Twin[]): Twin | undefined {
  if (own.orderId !== null || isOver(own)) return undefined;
  const isEarlier = (twin: Twin) =>
    twin.position < own.position && !isOver(twin) && created(twin.streams) !== "hold";
  return twins.find(({ orderId }) => orderId !== null) ?? twins.find(isEarlier);
}
