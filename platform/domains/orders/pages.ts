import { and, asc, desc, eq, gt, gte, inArray, lt, lte, max, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrderSort } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import { orders, orderTallies } from "#platform/database/schema/orders.ts";
import { containsWords, containsWordsUnindexed, type SearchedList } from "#platform/database/search.ts";
import { letterWithoutPlainForm } from "#platform/database/searchText.ts";

/**
 * Which orders are listed: of one store or of all, in some statuses or in any, with a search text or without, of some
 * days or of any; and in which order, as they came where none is asked for.
 */
export type OrderFilter = {
  storeId: number | undefined;
  statuses: readonly string[];
  text: string | undefined;
  from: Date | undefined;
  before: Date | undefined;
  sort: OrderSort | undefined;
};

/** The list of all orders, as searches look through it. */
export const searchedOrders: SearchedList = {
  position: orders.position,
  hasNonAsciiLetter: sql`${orders.searchText} ~ ${sql.raw(letterWithoutPlainForm)}`,
};

// Positions that one tally counts; the triggers that keep the tallies divide by the same number.
const blockSize = 4000;
// A search looks through this many of the newest orders before it asks the index.
const nearby = 4000;
const allStores = 0;

const landingRows = z.object({ rows: z.array(z.object({ block: z.number(), before: z.coerce.number() })) });

const placeRows = z.object({ rows: z.array(z.object({ place: z.number() })) });

const placeOf = (storeId: number | undefined) =>
  storeId === undefined
    ? { position: orders.position, inPlace: sql`true`, tallied: allStores }
    : { position: orders.storePosition, inPlace: eq(orders.storeId, storeId), tallied: storeId };

/** The orders at these positions. They are found first, so that no plan ever reads whole rows to find them. */
function atPlaces(storeId: number | undefined, places: readonly { place: number }[]): SQL | undefined {
  const { position, inPlace } = placeOf(storeId);
  const wanted = places.map(({ place }) => place);
  return wanted.length > 0 ? and(inPlace, inArray(position, wanted)) : undefined;
}

async function newestPosition(database: Database, storeId: number | undefined): Promise<number> {
  const { position, inPlace } = placeOf(storeId);
  const [row] = await database
    .select({ newest: max(position) })
    .from(orders)
    .where(inPlace);
  return row?.newest ?? 0;
}

/** Positions have no gaps, so an unfiltered page is a range of them, counted back from the newest. */
async function rangeOf(database: Database, storeId: number | undefined, skipped: number, length: number) {
  const { position, inPlace } = placeOf(storeId);
  const last = (await newestPosition(database, storeId)) - skipped;
  return last < 1 ? undefined : and(inPlace, gt(position, Math.max(0, last - length)), lte(position, last));
}

/**
 * Where to start reading the orders of some statuses to find those after `skipped` newer ones: the tallies
 * say which block of positions that is in, and how many newer ones lie before the block. Undefined
 * when there are not that many.
 */
async function landingOf(database: Database, { storeId, statuses }: OrderFilter, skipped: number) {
  if (skipped < blockSize) return { upTo: undefined, skip: skipped };
  const counted = sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const { rows } = landingRows.parse(
    await database.execute(sql`
      with blocks as (
        select ${orderTallies.block} as block, sum(${orderTallies.orders}) as orders from ${orderTallies}
        where ${orderTallies.storeId} = ${placeOf(storeId).tallied} and ${orderTallies.status} in (${counted})
        group by 1
      ), running as (
        select block, orders, sum(orders) over (order by block desc) as through from blocks
      )
      select block, through - orders as before from running
      where through > ${skipped} order by block desc limit 1`),
  );
  const [landing] = rows;
  return landing && { upTo: (landing.block + 1) * blockSize - 1, skip: skipped - landing.before };
}

/** Each status is read along its own index, newest first, and the strands are merged: none is read to its end. */
async function byStatus(database: Database, filter: OrderFilter, skipped: number, length: number) {
  const landing = await landingOf(database, filter, skipped);
  if (!landing) return undefined;
  const { position, inPlace } = placeOf(filter.storeId);
  const strands = filter.statuses.map((status) => {
    const wanted = and(
      inPlace,
      eq(orders.status, status),
      landing.upTo === undefined ? undefined : lte(position, landing.upTo),
    );
    return sql`(select ${position} as place from ${orders} where ${wanted}
      order by ${position} desc limit ${landing.skip + length})`;
  });
  const { rows } = placeRows.parse(
    await database.execute(sql`
      select place from (${sql.join(strands, sql` union all `)}) as strands
      order by place desc limit ${length} offset ${landing.skip}`),
  );
  return atPlaces(filter.storeId, rows);
}

/**
 * A text that many orders hold fills its page from the newest ones; the index would have to fetch and sort
 * every match first. One that few hold is found by the index at once.
 */
async function byText(
  database: Database,
  { storeId, statuses }: OrderFilter,
  text: string,
  skipped: number,
  length: number,
): Promise<SQL | undefined> {
  const { position, inPlace } = placeOf(storeId);
  const found = (isFound: SQL | undefined, oldest?: SQL) =>
    database
      .select({ place: position })
      .from(orders)
      .where(
        and(
          inPlace,
          oldest,
          statuses.length > 0 ? inArray(orders.status, [...statuses]) : undefined,
          isFound,
        ),
      )
      .orderBy(desc(position))
      .limit(length)
      .offset(skipped);
  const oldest = gt(position, (await newestPosition(database, storeId)) - nearby);
  const near = await found(containsWordsUnindexed(orders.searchText, text), oldest);
  const places =
    near.length === length ? near : await found(containsWords(searchedOrders, orders.searchText, text));
  return atPlaces(storeId, places);
}

const ranks = {
  newest: { column: orders.createdAt, direction: desc },
  oldest: { column: orders.createdAt, direction: asc },
  highest: { column: orders.amount, direction: desc },
  lowest: { column: orders.amount, direction: asc },
} as const;

/** What the rows of a page are ordered by: undefined is as they came, the newest first. */
function orderOf({ storeId, sort }: OrderFilter): SQL[] {
  const { position } = placeOf(storeId);
  if (sort === undefined) return [desc(position)];
  const { column, direction } = ranks[sort];
  return [direction(column), direction(position)];
}

/**
 * A page in another order than that of arrival, or of some days: found along the index of that order, which holds
 * statuses and days as well. A text is looked for among the first of that order before the index of texts is asked.
 */
async function byRank(database: Database, filter: OrderFilter, skipped: number, length: number) {
  const { storeId, statuses, text, from, before } = filter;
  const { position, inPlace } = placeOf(storeId);
  const order = orderOf(filter);
  const wanted = and(
    inPlace,
    statuses.length > 0 ? inArray(orders.status, [...statuses]) : undefined,
    from && gte(orders.createdAt, from),
    before && lt(orders.createdAt, before),
  );
  const found = (isFound?: SQL) =>
    database
      .select({ place: position })
      .from(orders)
      .where(and(wanted, isFound))
      .orderBy(...order)
      .limit(length)
      .offset(skipped);
  if (text === undefined) return atPlaces(storeId, await found());
  const first = database.$with("first").as(
    database
      .select({ place: sql<number>`${position}`.as("place"), text: orders.searchText })
      .from(orders)
      .where(wanted)
      .orderBy(...order)
      .limit(nearby),
  );
  const near = await database
    .with(first)
    .select({ place: first.place })
    .from(first)
    .where(containsWordsUnindexed(first.text, text))
    .limit(length)
    .offset(skipped);
  const places =
    near.length === length ? near : await found(containsWords(searchedOrders, orders.searchText, text));
  return atPlaces(storeId, places);
}

const isRanked = ({ sort, from, before }: OrderFilter): boolean =>
  sort !== undefined || from !== undefined || before !== undefined;

/** The places of a page in the order of arrival. */
function byArrival(database: Database, filter: OrderFilter, skipped: number, length: number) {
  const { storeId, statuses, text } = filter;
  if (text !== undefined) return byText(database, filter, text, skipped, length);
  if (statuses.length > 0) return byStatus(database, filter, skipped, length);
  return rangeOf(database, storeId, skipped, length);
}

/** Whole rows of one page; `skipped` orders come before its first. Filters all hold together. */
export async function readPage(database: Database, asked: OrderFilter, skipped: number, length: number) {
  // Days without an order are the newest first, along the index of days.
  const filter = isRanked(asked) ? { ...asked, sort: asked.sort ?? "newest" } : asked;
  const pageOf = isRanked(filter) ? byRank : byArrival;
  const wanted = await pageOf(database, filter, skipped, length);
  if (!wanted) return [];
  return database
    .select()
    .from(orders)
    .where(wanted)
    .orderBy(...orderOf(filter));
}
