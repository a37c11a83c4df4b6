import { and, eq, gte, inArray, isNotNull, lt, or, type SQL } from "drizzle-orm";
import type { EdiDue, EdiOrderFilters } from "#contract/ediPartner.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import { ediOrderNumbers } from "#platform/database/schema/ediStored.ts";
import { containsId, countedPage, fieldContains, wordIn } from "#platform/database/search.ts";
import { packageNumberIn } from "#platform/domains/edi/documents/messages.ts";
import { ediPageSize } from "#platform/domains/edi/interchanges/pages.ts";
import { dueConditions, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";
import { ediOrderColumns, type StoredEdiOrder } from "./repository.ts";

/** Our duties on an order, each with its column since when; null while it is not owed. */
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

async function conditionOf(database: Database, filters: EdiOrderFilters): Promise<SQL | undefined> {
  const id = wordIn(filters.documentId);
  const number = wordIn(filters.utopiaOrderNumber);
  const interchangeId = wordIn(filters.ediMyerInterchangeDocumentId);
  const partner = wordIn(filters.partner);
  const identifier = wordIn(filters.documentIdentifier);
  const packageNumber = wordIn(packageNumberIn(filters.packageNumber));
  const { states = [], createdFrom, createdBefore, owes, test, heldFor, due } = filters;
  return and(
    id === undefined ? undefined : containsId(ediOrders.id, id),
    number === undefined ? undefined : fieldContains(ediOrderNumbers, ediOrders.utopiaOrderNumber, number),
    interchangeId === undefined ? undefined : containsId(ediOrders.interchangeId, interchangeId),
    states.length === 0 ? undefined : inArray(ediOrders.state, states),
    partner === undefined ? undefined : eq(ediOrders.partner, partner),
    identifier === undefined
      ? undefined
      : fieldContains(ediOrderNumbers, ediOrders.documentIdentifier, identifier),
    packageNumber === undefined
      ? undefined
      : fieldContains(ediOrderNumbers, ediOrders.packageNumbers, packageNumber),
    createdFrom === undefined ? undefined : gte(ediOrders.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(ediOrders.createdAt, new Date(createdBefore)),
    owes === undefined ? undefined : isNotNull(orderDuties[owes].since),
    due === undefined ? undefined : await isDue(database, due, owes),
    test === undefined ? undefined : eq(ediOrders.isTest, test),
    heldFor === undefined ? undefined : eq(ediOrders.heldFor, heldFor),
  );
}

/**
 * One page of order documents, latest first unless oldest first is requested, and the number of pages, 1 or more. All
 * filters are combined.
 */
export async function readEdiOrderPage(
  database: Database,
  filters: EdiOrderFilters,
  page: number,
): Promise<{ rows: StoredEdiOrder[]; pages: number }> {
  const { isListed, order, pages } = await countedPage(database, ediOrders.position, {
    where: await conditionOf(database, filters),
    order: { by: [ediOrders.position], isDescending: filters.sort !== "oldest" },
    page,
    size: ediPageSize,
  });
  const rows = await database
    .select(ediOrderColumns)
    .from(ediOrders)
    .where(isListed)
    .orderBy(...order);
  return { rows, pages };
}
