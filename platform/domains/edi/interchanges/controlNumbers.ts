import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { newestPosition } from "./repository.ts";

/** How many of the newest gaps and duplicates of a series are listed one by one. */
const maxListed = 100;
const maxSeries = 200;

const whole = z.coerce.number();
const seriesColumns = {
  direction: z.string(),
  sender: z.string(),
  sender_qualifier: z.string(),
  recipient: z.string(),
  recipient_qualifier: z.string(),
};
const seriesRows = z.object({
  rows: z.array(
    z.object({
      ...seriesColumns,
      interchanges: whole,
      lowest: z.string().nullable(),
      highest: z.string().nullable(),
      gap_count: whole,
      duplicate_count: whole,
    }),
  ),
});
const gapRows = z.object({
  rows: z.array(z.object({ ...seriesColumns, from: z.string(), to: z.string(), missing: whole })),
});
const duplicateRows = z.object({
  rows: z.array(z.object({ ...seriesColumns, control_reference: z.string(), ids: z.array(z.string()) })),
});

type Series = z.output<z.ZodObject<typeof seriesColumns>>;

const keyOf = ({ direction, sender, sender_qualifier, recipient, recipient_qualifier }: Series): string =>
  JSON.stringify([direction, sender, sender_qualifier, recipient, recipient_qualifier]);

const partnerColumns = ["direction", "sender", "sender_qualifier", "recipient", "recipient_qualifier"];
const partners = sql.raw(partnerColumns.join(", "));
const partnersOf = (table: string) =>
  sql.raw(partnerColumns.map((column) => `${table}.${column}`).join(", "));

// A reference has up to 14 characters (0020); others belong to no numeric series.
const numbered = sql`
  numbered as (
    select distinct ${partners}, control_reference::bigint as number
    from ${ediInterchanges}
    where direction <> 'unspecified' and control_reference ~ '^[0-9]{1,14}$'
  ), steps as (
    select ${partners}, number, lag(number) over (partition by ${partners} order by number) as before
    from numbered
  ), gaps as (
    select ${partners}, before + 1 as first, number - 1 as last from steps where number - before > 1
      and not exists (
        select from ${ediSettledGaps} settled
        where (${partnersOf("settled")}) = (${partnersOf("steps")})
          and settled.first <= before + 1 and settled.last >= number - 1
      )
  )`;

const repeated = sql`
  repeated as (
    select ${partners}, control_reference, array_agg(id order by position) as ids, max(position) as newest
    from ${ediInterchanges}
    where direction <> 'unspecified' and control_reference is not null and control_reference <> ''
    group by ${partners}, control_reference having count(*) > 1
  )`;

/** Every series of control references between two partners in one direction, with its gaps and duplicates. */
async function readControlNumbers(database: Database) {
  const series = seriesRows.parse(
    await database.execute(sql`
      with ${numbered}, ${repeated}, counted as (
        select ${partners}, count(*) as interchanges from ${ediInterchanges}
        where direction <> 'unspecified' group by ${partners}
      ), bounds as (
        select ${partners}, min(number)::text as lowest, max(number)::text as highest from numbered group by ${partners}
      ), gapped as (
        select ${partners}, count(*) as gap_count from gaps group by ${partners}
      ), doubled as (
        select ${partners}, count(*) as duplicate_count from repeated group by ${partners}
      )
      select ${partners}, interchanges, lowest, highest,
        coalesce(gap_count, 0) as gap_count, coalesce(duplicate_count, 0) as duplicate_count
      from counted
      left join bounds using (${partners}) left join gapped using (${partners}) left join doubled using (${partners})
      order by interchanges desc, ${partners} limit ${maxSeries}`),
  );
  const gaps = gapRows.parse(
    await database.execute(sql`
      with ${numbered}
      select ${partners}, first::text as from, last::text as to, last - first + 1 as missing
      from gaps order by last desc limit 2000`),
  );
  const duplicates = duplicateRows.parse(
    await database.execute(sql`
      with ${repeated} select ${partners}, control_reference, ids from repeated order by newest desc limit 2000`),
  );
  return series.rows.map((row) => {
    const own = (other: Series) => keyOf(other) === keyOf(row);
    return {
      direction: row.direction,
      sender: { identification: row.sender, qualifier: row.sender_qualifier },
      recipient: { identification: row.recipient, qualifier: row.recipient_qualifier },
      interchanges: row.interchanges,
      lowest: row.lowest,
      highest: row.highest,
      gap_count: row.gap_count,
      gaps: gaps.rows
        .filter(own)
        .slice(0, maxListed)
        .map(({ from, to, missing }) => ({ from, to, missing })),
      duplicate_count: row.duplicate_count,
      duplicates: duplicates.rows
        .filter(own)
        .slice(0, maxListed)
        .map(({ control_reference, ids }) => ({ control_reference, interchange_document_ids: ids })),
    };
  });
}

export type ControlNumbers = Awaited<ReturnType<typeof readControlNumbers>>;

/**
 * `readControlNumbers`, cached until an interchange is added or deleted, or a gap is settled: nothing else changes the
 * result.
 */
export function controlNumbersReader(database: Database): () => Promise<ControlNumbers> {
  let known: { as: string; series: Promise<ControlNumbers> } | undefined;
  return async () => {
    const as = `${await newestPosition(database)} ${await database.$count(ediSettledGaps)}`;
    if (known?.as !== as) {
      const series = readControlNumbers(database);
      known = { as, series };
      // Failures are not cached.
      series.catch(() => {
        known = undefined;
      });
    }
    return known.series;
  };
}
