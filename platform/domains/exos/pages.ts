import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExoFilters } from "#contract/exos.ts";
import type { Database } from "#platform/database/connect.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { containsUnindexed, holds, type SearchedList, wordIn, wordsOf } from "#platform/database/search.ts";
import { letterWithoutPlainForm } from "#platform/database/searchText.ts";
import { countExos } from "./repository.ts";

/** Rows on a page; the number is the service's own. */
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

/** The list of all EXOs, as searches look through it. */
export const searchedExos: SearchedList = {
  position: exos.position,
  hasNonAsciiLetter: sql`${exos.searchText} ~ ${sql.raw(letterWithoutPlainForm)}`,
};

/** That an EXO's search text holds a word. */
const holdsWord = (database: Database, word: string): Promise<SQL> =>
  holds(database, searchedExos, exos.searchText, word);

async function holdsAll(database: Database, words: readonly string[]): Promise<SQL | undefined> {
  return and(...(await Promise.all(words.map((word) => holdsWord(database, word)))));
}

/** A part of one field: the index on the text of all fields finds it, and the field itself decides. */
async function fieldHolds(
  database: Database,
  column: AnyPgColumn,
  text: string | undefined,
): Promise<SQL | undefined> {
  return text === undefined
    ? undefined
    : and(await holdsWord(database, text), containsUnindexed(column, text));
}

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
    await fieldHolds(database, exos.originalOrderId, wordIn(orderId)),
    await fieldHolds(database, exos.raNumber, wordIn(raNumber)),
    await fieldHolds(database, exos.emailAddress, wordIn(emailAddress)),
    filters.creditOwed ? isNotNull(exos.creditOwedAt) : undefined,
    filters.creditOwed && creditOwedSince ? gte(exos.creditOwedAt, new Date(creditOwedSince)) : undefined,
    createdFrom === undefined ? undefined : gte(exos.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(exos.createdAt, new Date(createdBefore)),
    term === undefined ? undefined : await holdsAll(database, wordsOf(term)),
  );
}

async function totalOf(database: Database, condition: SQL | undefined): Promise<number> {
  if (!condition) return countExos(database);
  const [row] = await database.select({ total: count() }).from(exos).where(condition);
  return row?.total ?? 0;
}

/** The positions on a page of a filtered list: found first, so that no plan reads whole rows to find them. */
async function placesOf(
  database: Database,
  condition: SQL | undefined,
  order: SQL[],
  skipped: number,
): Promise<SQL | undefined> {
  const places = await database
    .select({ place: exos.position })
    .from(exos)
    .where(condition)
    .orderBy(...order)
    .limit(exoPageSize)
    .offset(skipped);
  return places.length > 0
    ? inArray(
        exos.position,
        places.map(({ place }) => place),
      )
    : undefined;
}

const ranks = {
  newest: { column: exos.createdAt, direction: desc },
  oldest: { column: exos.createdAt, direction: asc },
  updated: { column: exos.updatedAt, direction: desc },
  untouched: { column: exos.updatedAt, direction: asc },
} as const;

/**
 * As asked for; else the latest first, and of those that owe a credit the longest owed. Those of some days are read
 * along the index of days.
 */
function orderOf({ creditOwed, sort, createdFrom, createdBefore }: ExoFilters): SQL[] {
  const ofDays = createdFrom !== undefined || createdBefore !== undefined;
  const asked = sort ?? (ofDays && !creditOwed ? "newest" : undefined);
  if (asked) {
    const { column, direction } = ranks[asked];
    return [direction(column), direction(exos.position)];
  }
  return creditOwed ? [asc(exos.creditOwedAt), asc(exos.position)] : [desc(exos.position)];
}

/** One page of EXOs in their order, and how many pages there are, 1 or more. Filters all hold together. */
export async function readExoPage(database: Database, filters: ExoFilters, page: number) {
  const condition = await conditionOf(database, filters);
  const order = orderOf(filters);
  const total = await totalOf(database, condition);
  const pages = Math.max(1, Math.ceil(total / exoPageSize));
  const skipped = (page - 1) * exoPageSize;
  if (skipped >= total) return { rows: [], pages };
  const last = total - skipped;
  const wanted =
    condition || filters.sort
      ? await placesOf(database, condition, order, skipped)
      : and(gt(exos.position, last - exoPageSize), lte(exos.position, last));
  if (!wanted) return { rows: [], pages };
  const rows = await database
    .select(summaryColumns)
    .from(exos)
    .innerJoin(stores, eq(stores.id, exos.storeId))
    .where(wanted)
    .orderBy(...order);
  return { rows, pages };
}
