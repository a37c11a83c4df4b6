import { and, desc, eq, gt, inArray, lte, max, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { orders, orderTallies } from "#platform/database/schema/orders.ts";
import { containsWords, containsWordsUnindexed } from "#platform/database/search.ts";

/** Which orders are listed: of one store or of all, in some statuses or in any, with a search text or without. */
export type OrderFilter = {
  storeId: number | undefined;
  statuses: readonly string[];
  text: string | undefined;
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
  const places = near.length === length ? near : await found(containsWords(orders.searchText, text));
  return atPlaces(storeId, places);
}

/** Whole rows of one page, newest first; `skipped` orders are newer than its first. */
export async function readPage(database: Database, filter: OrderFilter, skipped: number, length: number) {
  const { storeId, statuses, text } = filter;
  const wanted =
    text !== undefined
      ? await byText(database, filter, text, skipped, length)
      : statuses.length > 0
        ? await byStatus(database, filter, skipped, length)
        : await rangeOf(database, storeId, skipped, length);
  if (!wanted) return [];
  return database
    .select()
    .from(orders)
    .where(wanted)
    .orderBy(desc(placeOf(storeId).position));
}
