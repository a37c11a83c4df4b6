import { and, eq, gte, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExoFilters, ExoSort } from "#contract/exos.ts";
import type { Database } from "#platform/database/connect.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import {
  containsWords,
  countedPage,
  fieldContains,
  type ListOrder,
  wordIn,
} from "#platform/database/search.ts";

/** Rows on a page; set by the service. */
const exoPageSize = 20;

const summaryColumns = {
  id: exos.id,
  name: exos.name,
  status: exos.status,
  stream: exos.stream,
  step: exos.step,
  originalOrderId: exos.originalOrderId,
  raNumber: exos.raNumber,
  emailAddress: exos.emailAddress,
  correspondenceEmailAddress: exos.correspondenceEmailAddress,
  createdAt: exos.createdAt,
  updatedAt: exos.updatedAt,
  creditOwed: exos.creditOwed,
  creditOwedAt: exos.creditOwedAt,
  storeName: stores.name,
  storeType: stores.type,
};

const holds = (column: AnyPgColumn, filter: string | undefined): SQL | undefined => {
  const text = wordIn(filter);
  return text === undefined ? undefined : fieldContains(exos.searchText, column, text);
};

async function conditionOf(database: Database, filters: ExoFilters): Promise<SQL | undefined> {
  const {
    statusCodes,
    stores: names,
    orderId,
    raNumber,
    emailAddress,
    searchTerm,
    creditOwedSince,
    createdFrom,
    createdBefore,
  } = filters;
  const known = names?.length
    ? await database.select({ id: stores.id }).from(stores).where(inArray(stores.name, names))
    : undefined;
  const term = wordIn(searchTerm);
  return and(
    statusCodes?.length ? inArray(exos.status, statusCodes) : undefined,
    known &&
      inArray(
        exos.storeId,
        known.map(({ id }) => id),
      ),
    holds(exos.originalOrderId, orderId),
    holds(exos.raNumber, raNumber),
    holds(exos.emailAddress, emailAddress),
    filters.creditOwed ? isNotNull(exos.creditOwedAt) : undefined,
    filters.creditOwed && creditOwedSince ? gte(exos.creditOwedAt, new Date(creditOwedSince)) : undefined,
    createdFrom === undefined ? undefined : gte(exos.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(exos.createdAt, new Date(createdBefore)),
    term === undefined ? undefined : containsWords(exos.searchText, term),
  );
}

const sorts: Record<ExoSort, ListOrder> = {
  newest: { by: [exos.createdAt, exos.position], isDescending: true },
  oldest: { by: [exos.createdAt, exos.position], isDescending: false },
  updated: { by: [exos.updatedAt, exos.position], isDescending: true },
  untouched: { by: [exos.updatedAt, exos.position], isDescending: false },
};

/**
 * The requested order; else latest first, and of those that owe a credit longest owed first. A date filter is read from
 * the index on days.
 */
function orderOf({ creditOwed, sort, createdFrom, createdBefore }: ExoFilters): ListOrder {
  if (sort) return sorts[sort];
  if (creditOwed) return { by: [exos.creditOwedAt, exos.position], isDescending: false };
  const isOfDays = createdFrom !== undefined || createdBefore !== undefined;
  return isOfDays ? sorts.newest : { by: [exos.position], isDescending: true };
}

/** One page of EXOs in their order, and the number of pages, 1 or more. All filters are combined. */
export async function readExoPage(database: Database, filters: ExoFilters, page: number) {
  const where = await conditionOf(database, filters);
  const { isListed, order, pages } = await countedPage(database, exos.position, {
    where,
    order: orderOf(filters),
    page,
    size: exoPageSize,
  });
  const rows = await database
    .select(summaryColumns)
    .from(exos)
    .innerJoin(stores, eq(stores.id, exos.storeId))
    .where(isListed)
    .orderBy(...order);
  return { rows, pages };
}
