import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { StoreEdiOrdersQuery, StoreInterchangesQuery } from "#contract/ediStore.ts";
import type { Database } from "#database/connect.ts";
import { ediContents, ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { ediOrderNumbers, interchangeNumbers } from "#platform/database/schema/ediStored.ts";
import { fieldContains, isOnPage, listIn } from "#platform/database/search.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { fromBytes } from "./documents/storable.ts";
import { readText } from "./interchanges/repository.ts";
import { ediOrderColumns } from "./orders/repository.ts";

/** The longest text, in bytes of UTF-8, that a list row includes whole. */
const maxListedLength = 64 * 1024;

const directions = ["inbound", "outbound", "unspecified"] as const;

const namedIn = ({ meta }: StoredEdiReference, name: string) => {
  const value = meta[name];
  return typeof value === "string" ? value : undefined;
};

/** References as the store's pages show them (store-edi#interchange-fields), of a document with this order number. */
async function referencesIn(
  database: Database,
  documents: readonly { referenceList: StoredEdiReference[] }[],
) {
  const ids = documents.flatMap(({ referenceList }) =>
    referenceList.flatMap((reference) => namedIn(reference, "interchange-document-id") ?? []),
  );
  const { id, controlReference } = ediInterchanges;
  const found = await database
    .select({ id, controlReference })
    .from(ediInterchanges)
    .where(inArray(id, [...new Set(ids)]));
  const numbers = new Map(found.map((row) => [row.id, row.controlReference]));
  return ({ referenceList }: { referenceList: StoredEdiReference[] }, orderNumber: string) =>
    referenceList.flatMap((reference) => {
      const { type, created_at: createdAt, uri } = reference;
      const orderId = namedIn(reference, "order-document-id");
      const interchangeId = namedIn(reference, "interchange-document-id");
      if (orderId !== undefined)
        return [{ id: orderId, type: "OrderDocument", createdAt, meta: { OrderNumber: orderNumber } }];
      if (interchangeId !== undefined) {
        const InterchangeType = type === "interchange:orders" ? "Source" : type;
        const meta = { InterchangeType, ICN: numbers.get(interchangeId) ?? "" };
        return [{ id: interchangeId, type: "InterchangeDocument", createdAt, meta }];
      }
      return uri === null ? [] : [{ id: uri, type: "Blob", createdAt, meta: {} }];
    });
}

/** A search text is a part of a number; one that looks like a whole id is searched as an id, too. */
function numberedBy(text: string | undefined, id: AnyPgColumn, texts: SQL, number: AnyPgColumn) {
  if (!text) return undefined;
  const isNumbered = fieldContains(texts, number, text);
  return /^[\w-]{36,60}$/.test(text) ? or(eq(id, text), isNumbered) : isNumbered;
}

/** One page of a store's interchanges, latest first (calls#store-interchanges). An unknown store has none. */
export async function listStoreInterchanges(database: Database, query: StoreInterchangesQuery) {
  const { storegroup, page, pagesize, search, ordernumber, statuses, directions: requested } = query;
  const store = await findStoreByName(database, storegroup);
  if (!store) return [];
  const text = search?.trim();
  const number = ordernumber?.trim();
  const states = listIn(statuses?.toLowerCase());
  const ways = listIn(requested?.toLowerCase());
  const listed = directions.filter((direction) => ways.includes(direction));
  const where = and(
    eq(ediInterchanges.storeId, store.id),
    numberedBy(text, ediInterchanges.id, interchangeNumbers, ediInterchanges.controlReference),
    number ? fieldContains(interchangeNumbers, ediInterchanges.orderNumbers, number) : undefined,
    states.length > 0 ? inArray(ediInterchanges.state, states) : undefined,
    ways.length > 0 ? inArray(ediInterchanges.direction, listed) : undefined,
  );
  const order = [desc(ediInterchanges.position)];
  const offset = (page - 1) * pagesize;
  const { content, interchangeId } = ediContents;
  const rows = await database
    .select({
      interchange: ediInterchanges,
      content: sql<Uint8Array>`substring(${content} for ${maxListedLength})`.mapWith(content),
    })
    .from(ediInterchanges)
    .innerJoin(ediContents, eq(interchangeId, ediInterchanges.id))
    .where(isOnPage(database, ediInterchanges.position, { where, order, limit: pagesize, offset }))
    .orderBy(...order);
  const referencesOf = await referencesIn(
    database,
    rows.map(({ interchange }) => interchange),
  );
  const whole = rows.some(({ interchange }) => interchange.id === text)
    ? await readText(database, text ?? "")
    : undefined;
  return rows.map(({ interchange: row, content: beginning }) => {
    const isWhole = whole !== undefined && row.id === text;
    const [orderNumber = ""] = row.orderNumbers.split("\n");
    return {
      id: row.id,
      status: row.state,
      direction: row.direction,
      icn: row.controlReference,
      createdAt: row.createdAt.toISOString(),
      references: referencesOf(row, orderNumber),
      interchange: row.headings,
      interchangeText: fromBytes(isWhole ? whole : beginning),
      interchangeTextCut: !isWhole && row.byteCount > maxListedLength,
      byteCount: row.byteCount,
      test: row.isTest,
    };
  });
}

/** One page of a store's EDI orders, latest first (calls#store-edi-orders). An unknown store has none. */
export async function listStoreEdiOrders(database: Database, query: StoreEdiOrdersQuery) {
  const { storegroup, page, pagesize, search, statuses } = query;
  const store = await findStoreByName(database, storegroup);
  if (!store) return [];
  const text = search?.trim();
  const states = listIn(statuses?.toLowerCase());
  const rows = await database
    .select(ediOrderColumns)
    .from(ediOrders)
    .where(
      and(
        eq(ediOrders.storeId, store.id),
        numberedBy(text, ediOrders.id, ediOrderNumbers, ediOrders.utopiaOrderNumber),
        states.length > 0 ? inArray(ediOrders.state, states) : undefined,
      ),
    )
    .orderBy(desc(ediOrders.position))
    .limit(pagesize)
    .offset((page - 1) * pagesize);
  const referencesOf = await referencesIn(database, rows);
  return rows.map((row) => ({
    id: row.id,
    status: row.state,
    orderId: row.utopiaOrderNumber,
    references: referencesOf(row, row.utopiaOrderNumber ?? ""),
    test: row.isTest,
  }));
}
