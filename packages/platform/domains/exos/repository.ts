import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  max,
  min,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { ExoCount } from "#contract/counts.ts";
import { returnedValue } from "#contract/credit.ts";
import { creditByHand, type ExoFilters, type ExoSort, exo as exoOnTheWire } from "#contract/exos.ts";
import type { Database } from "#database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { exos, type StoredExoHistory } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import {
  containsWords,
  countedPage,
  fieldContains,
  given,
  type ListOrder,
  searchLines,
  stampOf,
  wordIn,
} from "#platform/database/search.ts";
import { type ExoEffect, type MovingExo, readReturn } from "./rules.ts";

/** Rows on a page; set by the service. */
const exoPageSize = 20;

const { document: _, histories: __, referenceList: ___, searchText: ____, ...ofList } = getTableColumns(exos);
const summaryColumns = { ...ofList, storeName: stores.name, storeType: stores.type };

const holds = (column: AnyPgColumn, filter: string | undefined) =>
  given(wordIn(filter), (text) => fieldContains(exos.searchText, column, text));

async function conditionOf(database: Database, filters: ExoFilters): Promise<SQL | undefined> {
  const { statusCodes, stores: names, creditOwed, creditOwedSince, createdFrom, createdBefore } = filters;
  const matching = names?.length
    ? await database.select({ id: stores.id }).from(stores).where(inArray(stores.name, names))
    : undefined;
  return and(
    statusCodes?.length ? inArray(exos.status, statusCodes) : undefined,
    matching &&
      inArray(
        exos.storeId,
        matching.map(({ id }) => id),
      ),
    holds(exos.originalOrderId, filters.orderId),
    holds(exos.raNumber, filters.raNumber),
    holds(exos.emailAddress, filters.emailAddress),
    creditOwed ? isNotNull(exos.creditOwedAt) : undefined,
    creditOwed && creditOwedSince ? gte(exos.creditOwedAt, new Date(creditOwedSince)) : undefined,
    given(createdFrom, (from) => gte(exos.createdAt, new Date(from))),
    given(createdBefore, (before) => lt(exos.createdAt, new Date(before))),
    given(wordIn(filters.searchTerm), (term) => containsWords(exos.searchText, term)),
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

const returned = z.object({ exchange: exoOnTheWire.shape.exchange });
const parcel = z.object({
  consignment_id: z.string().optional().catch(undefined),
  article_id: z.string().optional().catch(undefined),
});

type SearchedExo = Pick<
  MovingExo,
  "id" | "name" | "originalOrderId" | "raNumber" | "emailAddress" | "document" | "referenceList"
> & { correspondenceEmailAddress?: string | null | undefined };

/**
 * Search text of an EXO, one item per line: id, name, order, RA# and both email addresses; and its customer and
 * transport (calls#people): the customer's name and code, consignments and articles.
 */
export function exoSearchText(exo: SearchedExo): string {
  const { id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress } = exo;
  const read = returned.safeParse(exo.document);
  const customer = read.success ? read.data.exchange?.Customer : undefined;
  return searchLines([
    id,
    name,
    originalOrderId,
    raNumber,
    emailAddress,
    correspondenceEmailAddress,
    [customer?.FirstName, customer?.LastName].filter((part) => part).join(" "),
    customer?.Ap21CustomerCode,
    ...exo.referenceList.flatMap(({ meta }) => {
      const { consignment_id, article_id } = parcel.parse(meta ?? {});
      return [consignment_id, article_id];
    }),
  ]);
}

/** A return's owed credit, in AUD, and when its history recorded it; both null where it owes none. */
type OwedCredit = { creditOwed: number | null; isCreditPartial: boolean; creditOwedAt: Date | null };

const noCredit: OwedCredit = { creditOwed: null, isCreditPartial: false, creditOwedAt: null };

/** The credit that a return with this history owes since the first record of it (returns#credit-owed). */
export function creditOwedBy(
  document: JsonObject,
  histories: readonly { action: string; created_at: string }[],
): OwedCredit {
  const creditMoments = histories.flatMap(({ action, created_at }) =>
    action === creditByHand ? [Date.parse(created_at)] : [],
  );
  if (creditMoments.length === 0) return noCredit;
  // 0 means that no returned line has a readable price (calls#credit-owed).
  const { cents, orMore } = returnedValue(readReturn(document)) ?? { cents: 0, orMore: false };
  return {
    creditOwed: cents / 100,
    isCreditPartial: orMore,
    creditOwedAt: new Date(Math.min(...creditMoments)),
  };
}

export type FoundExo = typeof exos.$inferSelect & { storeName: string; storeType: string };

const nextRows = z.object({ rows: z.tuple([z.object({ position: z.coerce.number() })]) });

/** An EXO by its id; inside a transaction `forUpdate` locks it. */
export async function findExo(database: Database, id: string, forUpdate = false) {
  const query = database
    .select({ exo: exos, storeName: stores.name, storeType: stores.type })
    .from(exos)
    .innerJoin(stores, eq(stores.id, exos.storeId))
    .where(eq(exos.id, id));
  const [found] = await (forUpdate ? query.for("update", { of: exos }) : query);
  return found && { ...found.exo, storeName: found.storeName, storeType: found.storeType };
}

/**
 * Writes the result of a transition of an EXO, with its notes as the newest entries of the history. Without notes the
 * EXO does not count as updated.
 */
export async function saveMovedExo(
  database: Database,
  before: FoundExo,
  { exo, notes }: ExoEffect,
  at: Date,
): Promise<void> {
  const entries = notes.map((note): StoredExoHistory => ({ ...note, created_at: at.toISOString() }));
  const { status, stream, step, raNumber, refusals, retries, stepSince, stepAt, referenceList } = exo;
  const histories = [...entries.reverse(), ...before.histories];
  const isUpdated = notes.length > 0 || status !== before.status;
  await database
    .update(exos)
    .set({
      revision: before.revision + 1,
      status,
      stream,
      step,
      refusals,
      retries,
      stepSince,
      stepAt,
      ...(isUpdated && {
        raNumber,
        referenceList,
        searchText: exoSearchText({ ...before, raNumber, referenceList }),
        histories,
        ...creditOwedBy(before.document, histories),
        updatedAt: at,
      }),
    })
    .where(eq(exos.id, before.id));
}

/** How many EXOs have each of these statuses, at each step (calls#counts). */
export async function countExosByStep(
  database: Database,
  statuses: readonly string[],
): Promise<Pick<ExoCount, "status" | "step" | "count" | "oldest_at" | "newest_at" | "stamp">[]> {
  const rows = await database
    .select({
      status: exos.status,
      step: exos.step,
      count: count(),
      oldestAt: min(exos.updatedAt),
      newestAt: max(exos.updatedAt),
      stamp: stampOf(exos.updatedAt, exos.position),
    })
    .from(exos)
    .where(inArray(exos.status, [...statuses]))
    .groupBy(exos.status, exos.step)
    .orderBy(asc(exos.status), asc(exos.step));
  return rows.map(({ oldestAt, newestAt, ...row }) => ({
    ...row,
    ...{ oldest_at: oldestAt?.toISOString(), newest_at: newestAt?.toISOString() },
  }));
}

export type ArrivingExo = Pick<
  typeof exos.$inferInsert,
  "id" | "storeId" | "originalOrderId" | "emailAddress" | "correspondenceEmailAddress" | "document"
>;

/** Adds a new EXO, due right away. Returns its name, which contains its position. */
export async function addExo(database: Database, arriving: ArrivingExo, at: Date): Promise<string> {
  const next = await database.execute(
    sql`select nextval(pg_get_serial_sequence('exos', 'position')) as position`,
  );
  const [{ position }] = nextRows.parse(next).rows;
  const row = {
    ...arriving,
    position,
    name: exoNameAt(position),
    status: "new",
    stream: "return",
    step: "triage",
    originalOrderId: arriving.originalOrderId ?? null,
    raNumber: null,
    emailAddress: arriving.emailAddress ?? null,
    referenceList: [],
  };
  await database.insert(exos).values({
    ...row,
    searchText: exoSearchText(row),
    stepSince: at,
    stepAt: at,
    createdAt: at,
    updatedAt: at,
    histories: [],
  });
  return row.name;
}

export const exoNameAt = (position: number): string => `EXO-${String(position).padStart(6, "0")}`;
