import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, or, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { EdiDue, EdiOrderFilters } from "#contract/ediPartner.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediOrderHasNonAsciiLetter, ediOrders } from "#platform/database/schema/edi.ts";
import { holds, holdsId, type SearchedList, wordIn } from "#platform/database/search.ts";
import { packageNumberIn } from "#platform/domains/edi/documents/packageNumbers.ts";
import { ediPageSize } from "#platform/domains/edi/interchanges/pages.ts";
import { dueConditions, readKnownPartners } from "#platform/domains/edi/partners/knownPartners.ts";
import { ediOrderColumns, type StoredEdiOrder } from "./repository.ts";

/** Our duties of an order, with the column that says since when; null while it is not owed. */
export const orderDuties = {
  response: { duty: "response", partner: ediOrders.partner, since: ediOrders.responseOwedSince },
  despatch: { duty: "despatch", partner: ediOrders.partner, since: ediOrders.despatchOwedSince },
} as const;

async function isDue(
  database: Database,
  due: EdiDue,
  owes: EdiOrderFilters["owes"],
): Promise<SQL | undefined> {
  const partners = await readKnownPartners(database);
  const at = new Date();
  const duties = owes === undefined ? Object.values(orderDuties) : [orderDuties[owes]];
  return or(...duties.map((duty) => dueConditions(partners, duty, at)[due]));
}

/** The list of all order documents, as searches look through it. */
export const searchedEdiOrders: SearchedList = {
  position: ediOrders.position,
  hasNonAsciiLetter: ediOrderHasNonAsciiLetter,
};

async function conditionOf(database: Database, filters: EdiOrderFilters): Promise<SQL | undefined> {
  const found = (column: AnyPgColumn, text: string) => holds(database, searchedEdiOrders, column, text);
  const isId = (column: AnyPgColumn, text: string) => holdsId(database, searchedEdiOrders, column, text);
  const id = wordIn(filters.documentId);
  const number = wordIn(filters.utopiaOrderNumber);
  const interchangeId = wordIn(filters.ediMyerInterchangeDocumentId);
  const partner = wordIn(filters.partner);
  const identifier = wordIn(filters.documentIdentifier);
  const packageNumber = wordIn(packageNumberIn(filters.packageNumber));
  const { states = [], createdFrom, createdBefore, owes, test, heldFor, due } = filters;
  return and(
    id === undefined ? undefined : await isId(ediOrders.id, id),
    number === undefined ? undefined : await found(ediOrders.utopiaOrderNumber, number),
    interchangeId === undefined ? undefined : await isId(ediOrders.interchangeId, interchangeId),
    states.length === 0 ? undefined : inArray(ediOrders.state, states),
    partner === undefined ? undefined : eq(ediOrders.partner, partner),
    identifier === undefined ? undefined : await found(ediOrders.documentIdentifier, identifier),
    packageNumber === undefined ? undefined : await found(ediOrders.packageNumbers, packageNumber),
    createdFrom === undefined ? undefined : gte(ediOrders.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(ediOrders.createdAt, new Date(createdBefore)),
    owes === undefined ? undefined : isNotNull(orderDuties[owes].since),
    due === undefined ? undefined : await isDue(database, due, owes),
    test === undefined ? undefined : eq(ediOrders.isTest, test),
    heldFor === undefined ? undefined : eq(ediOrders.heldFor, heldFor),
  );
}

/**
 * One page of order documents, the latest first unless the oldest are asked for, and how many pages there are, 1 or
 * more. Filters all hold together.
 */
export async function readEdiOrderPage(
  database: Database,
  filters: EdiOrderFilters,
  page: number,
): Promise<{ rows: StoredEdiOrder[]; pages: number }> {
  const order = filters.sort === "oldest" ? asc : desc;
  const condition = await conditionOf(database, filters);
  const [counted] = await database.select({ total: count() }).from(ediOrders).where(condition);
  const pages = Math.max(1, Math.ceil((counted?.total ?? 0) / ediPageSize));
  // The positions of a page are found first, so that no plan reads whole rows to find them.
  const places = await database
    .select({ place: ediOrders.position })
    .from(ediOrders)
    .where(condition)
    .orderBy(order(ediOrders.position))
    .limit(ediPageSize)
    .offset((page - 1) * ediPageSize);
  const wanted = inArray(
    ediOrders.position,
    places.map(({ place }) => place),
  );
  const rows = await database
    .select(ediOrderColumns)
    .from(ediOrders)
    .where(wanted)
    .orderBy(order(ediOrders.position));
  return { rows, pages };
}
