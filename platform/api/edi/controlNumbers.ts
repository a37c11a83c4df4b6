import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges } from "#platform/database/ediSchema.ts";

/** Gaps and duplicates of a series that are told one by one, the newest. */
const mostTold = 100;

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

const partners = sql.raw("direction, sender, sender_qualifier, recipient, recipient_qualifier");

// A reference has up to 14 characters (0020); longer or other ones belong to no series of numbers.
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
  )`;

const repeated = sql`
  repeated as (
    select ${partners}, control_reference, array_agg(id order by position) as ids, max(position) as newest
    from ${ediInterchanges}
    where direction <> 'unspecified' and control_reference is not null and control_reference <> ''
    group by ${partners}, control_reference having count(*) > 1
  )`;

/** Every series of control references between two partners in one direction, with its gaps and duplicates. */
export async function readControlNumbers(database: Database) {
  const series = seriesRows.parse(
    await database.execute(sql`
      with ${numbered}, ${repeated}
      select ${partners}, count(*) as interchanges,
        (select min(number)::text from numbered n where (n.direction, n.sender, n.sender_qualifier, n.recipient, n.recipient_qualifier)
          = (i.direction, i.sender, i.sender_qualifier, i.recipient, i.recipient_qualifier)) as lowest,
        (select max(number)::text from numbered n where (n.direction, n.sender, n.sender_qualifier, n.recipient, n.recipient_qualifier)
          = (i.direction, i.sender, i.sender_qualifier, i.recipient, i.recipient_qualifier)) as highest,
        (select count(*) from gaps g where (g.direction, g.sender, g.sender_qualifier, g.recipient, g.recipient_qualifier)
          = (i.direction, i.sender, i.sender_qualifier, i.recipient, i.recipient_qualifier)) as gap_count,
        (select count(*) from repeated r where (r.direction, r.sender, r.sender_qualifier, r.recipient, r.recipient_qualifier)
          = (i.direction, i.sender, i.sender_qualifier, i.recipient, i.recipient_qualifier)) as duplicate_count
      from ${ediInterchanges} i
      where direction <> 'unspecified'
      group by ${partners} order by count(*) desc, ${partners} limit 200`),
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
        .slice(0, mostTold)
        .map(({ from, to, missing }) => ({ from, to, missing })),
      duplicate_count: row.duplicate_count,
      duplicates: duplicates.rows
        .filter(own)
        .slice(0, mostTold)
        .map(({ control_reference, ids }) => ({ control_reference, interchange_document_ids: ids })),
    };
  });
}
