import { eq } from "drizzle-orm";
import { type MessageDocument, runCooperatively } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredOrderLine, StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { interchangeReference } from "#platform/domains/edi/documents/references.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote, written } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { partnerLines, withArticles } from "./lines.ts";
import { orderMessage } from "./message.ts";
import { insertEdiOrder, lockArrivals } from "./repository.ts";
import { createStep, createStream } from "./streams.ts";
import { findNumbered } from "./twins.ts";

/** What an order document is made of. */
export type PreparedOrder = {
  ordinal: number;
  documentIdentifier: string;
  lines: StoredOrderLine[];
  message: StoredOrderMessage;
};

/** What an ORDERS message says, with our articles: a long one takes a while, and nobody waits for it before it is added. */
export async function prepareEdiOrder(
  database: Database,
  interchange: Pick<StoredInterchange, "id" | "storeId">,
  document: MessageDocument,
  ordinal: number,
): Promise<PreparedOrder> {
  const { type, documentIdentifier } = headed(document);
  const asked = type === "ORDERS" ? await runCooperatively(partnerLines(document)) : [];
  return {
    ordinal,
    documentIdentifier: storable(documentIdentifier, 100) || `message ${ordinal}`,
    lines: await withArticles(database, interchange.storeId, asked),
    message: orderMessage(interchange.id, document),
  };
}

/**
 * Makes the order document of an ORDERS message: one for one message, however often it is asked for. A second one
 * under a document identifier that the partner used before waits for a person.
 */
export async function addEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  { ordinal, documentIdentifier, lines, message }: PreparedOrder,
  at: Date,
): Promise<{ id: string; documentIdentifier: string }> {
  const id = `${interchange.id}-${ordinal}`;
  // Two interchanges that bring the same number at one moment must not both be the first.
  await lockArrivals(transaction);
  const numbered = await findNumbered(transaction, { partner: interchange.sender, documentIdentifier });
  const isSecond = numbered.some((earlier) => earlier.id !== id);
  const [store] = await transaction
    .select({ alias: stores.alias })
    .from(stores)
    .where(eq(stores.id, interchange.storeId));
  const held = `The partner sent an order ${documentIdentifier} before; this one waits for a person`;
  await insertEdiOrder(transaction, {
    id,
    storeId: interchange.storeId,
    interchangeId: interchange.id,
    documentIdentifier,
    partner: interchange.sender,
    utopiaOrderNumber: null,
    orderId: null,
    storeAlias: store?.alias ?? "",
    streams: { [createStream]: { state: isSecond ? "hold" : "new", step: createStep } },
    lines,
    messages: [message],
    updateRecords: [],
    shipmentsTold: 0,
    updatesTold: 0,
    stepAt: isSecond ? null : at,
    responseOwedSince: at,
    attempts: 0,
    createdAt: at,
    updatedAt: at,
    referenceList: [
      interchangeReference(
        "interchange:orders",
        `Order ${documentIdentifier} (interchange ${interchange.controlReference})`,
        interchange.id,
        at,
      ),
    ],
    histories: written(
      [
        ediNote("order:received", `Order ${documentIdentifier} came with ${interchange.controlReference}`),
        ...(isSecond ? [ediNote("order:duplicate", held)] : []),
      ],
      at,
    ),
  });
  return { id, documentIdentifier };
}
