import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { newestPosition } from "./repository.ts";

/** How many of the newest gaps and duplicates of a series are listed one by one. */
const maxListed = 100;
const maxSeries = 200;

const partner = z.object({ identification: z.string(), qualifier: z.string() });
const seriesRows = z.object({
  rows: z.array(
    z.object({
      direction: z.string(),
      sender: partner,
      recipient: partner,
      interchanges: z.coerce.number(),
      lowest: z.string().nullable(),
      highest: z.string().nullable(),
      gap_count: z.coerce.number(),
      gaps: z.array(z.object({ from: z.string(), to: z.string(), missing: z.number() })),
      duplicate_count: z.coerce.number(),
      duplicates: z.array(
        z.object({ control_reference: z.string(), interchange_document_ids: z.array(z.string()) }),
      ),
    }),
  ),
});
export type ControlNumbers = z.output<typeof seriesRows>["rows"];

const columns = ["direction", "sender", "sender_qualifier", "recipient", "recipient_qualifier"];
const partners = sql.raw(columns.join(", "));
const partnersOf = (table: string) => sql.raw(columns.map((column) => `${table}.${column}`).join(", "));

/** Every series of control references between two partners in one direction, with its gaps and duplicates. */
async function readControlNumbers(database: Database): Promise<ControlNumbers> {
  // A reference has up to 14 characters (0020); others belong to no numeric series.
  const answer = await database.execute(sql`
    with sent as (
      select ${partners}, control_reference, id, position from ${ediInterchanges} where direction <> 'unspecified'
    ), counted as (
      select ${partners}, count(*) as interchanges from sent group by ${partners}
    ), steps as (
      select ${partners}, number, lag(number) over (partition by ${partners} order by number) as before
      from (
        select distinct ${partners}, control_reference::bigint as number from sent
        where control_reference ~ '^[0-9]{1,14}$'
      ) as numbered
    ), bounds as (
      select ${partners}, min(number)::text as lowest, max(number)::text as highest from steps group by ${partners}
    ), gaps as (
      select ${partners}, before + 1 as first, number - 1 as last,
        row_number() over (partition by ${partners} order by number desc) as place
      from steps where number - before > 1 and not exists (
        select from ${ediSettledGaps} settled
        where (${partnersOf("settled")}) = (${partnersOf("steps")})
          and settled.first <= before + 1 and settled.last >= number - 1
      )
    ), gapped as (
      select ${partners}, count(*) as gap_count,
        jsonb_agg(
          jsonb_build_object('from', first::text, 'to', last::text, 'missing', last - first + 1) order by place
        ) filter (where place <= ${maxListed}) as gaps
      from gaps group by ${partners}
    ), repeated as (
      select ${partners}, control_reference, jsonb_agg(id order by position) as ids,
        row_number() over (partition by ${partners} order by max(position) desc) as place
      from sent where control_reference <> ''
      group by ${partners}, control_reference having count(*) > 1
    ), doubled as (
      select ${partners}, count(*) as duplicate_count,
        jsonb_agg(
          jsonb_build_object('control_reference', control_reference, 'interchange_document_ids', ids) order by place
        ) filter (where place <= ${maxListed}) as duplicates
      from repeated group by ${partners}
    )
    select direction, interchanges, lowest, highest,
      jsonb_build_object('identification', sender, 'qualifier', sender_qualifier) as sender,
      jsonb_build_object('identification', recipient, 'qualifier', recipient_qualifier) as recipient,
      coalesce(gap_count, 0) as gap_count, coalesce(gaps, '[]') as gaps,
      coalesce(duplicate_count, 0) as duplicate_count, coalesce(duplicates, '[]') as duplicates
    from counted
    left join bounds using (${partners}) left join gapped using (${partners}) left join doubled using (${partners})
    order by interchanges desc, ${partners} limit ${maxSeries}`);
  return seriesRows.parse(answer).rows;
}

/** Cached until an interchange is added or deleted, or a gap is settled: nothing else changes the result. */
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
