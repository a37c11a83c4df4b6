import { and, asc, desc, eq, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners, ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { ediTerms } from "#platform/database/schema/ediTerms.ts";
import { newestPosition, type StoredInterchange } from "./repository.ts";

const seriesColumns = {
  direction: ediInterchanges.direction,
  sender: ediInterchanges.sender,
  senderQualifier: ediInterchanges.senderQualifier,
  recipient: ediInterchanges.recipient,
  recipientQualifier: ediInterchanges.recipientQualifier,
  isTest: ediInterchanges.isTest,
};
export type Series = Pick<StoredInterchange, keyof typeof seriesColumns>;
// TypeScript doesn't know that an object has no other keys.
const seriesKeys = Object.keys(seriesColumns) as (keyof Series)[];

const ofSeries = (series: Series) => and(...seriesKeys.map((key) => eq(seriesColumns[key], series[key])));

/**
 * The next interchange of each series (edi#sequence) that is due: the first one that the platform has not finished. One
 * that waits for a person, or was finished, does not block others.
 */
export async function listTurns(database: Database, at: Date): Promise<string[]> {
  const columns = Object.values(seriesColumns);
  const first = database
    .selectDistinctOn(columns, { id: ediInterchanges.id, stepAt: ediInterchanges.stepAt })
    .from(ediInterchanges)
    .where(isNotNull(ediInterchanges.stepAt))
    .orderBy(...columns, asc(ediInterchanges.position))
    .as("first");
  const rows = await database.select({ id: first.id }).from(first).where(lte(first.stepAt, at));
  return rows.map(({ id }) => id);
}

type Identity = Series & { controlReference: string };

const sameSeries = (identity: Identity) =>
  and(ofSeries(identity), eq(ediInterchanges.controlReference, identity.controlReference));

/** An earlier one of the same partners and control reference: one with the same bytes, else the latest. */
export async function findEarlier(
  database: Database,
  identity: Identity & Pick<StoredInterchange, "digest" | "position">,
) {
  const { digest, position } = identity;
  const [found] = await database
    .select()
    .from(ediInterchanges)
    .where(and(sameSeries(identity), lt(ediInterchanges.position, position)))
    .orderBy(desc(eq(ediInterchanges.digest, digest)), desc(ediInterchanges.position))
    .limit(1);
  return found;
}

/** The last one of this control reference, locked: an answer with a test indicator is a test, whatever it names. */
export async function findAnswered(transaction: Database, { isTest, ...identity }: Identity) {
  const live = sameSeries({ ...identity, isTest: false });
  const [found] = await transaction
    .select()
    .from(ediInterchanges)
    .where(or(sameSeries({ ...identity, isTest: true }), isTest ? undefined : live))
    .orderBy(desc(ediInterchanges.position))
    .limit(1)
    .for("update");
  return found;
}

/** An earlier interchange of a series with an order that waits for a person; undefined without one. */
export async function findWaiting(database: Database, before: StoredInterchange, documentIdentifier: string) {
  const lines = sql`string_to_array(${ediInterchanges.documentIdentifiers}, chr(10))`;
  const [found] = await database
    .select({ controlReference: ediInterchanges.controlReference, state: ediInterchanges.state })
    .from(ediInterchanges)
    .where(
      and(
        ofSeries(before),
        lt(ediInterchanges.position, before.position),
        inArray(ediInterchanges.state, ["hold", "manual", "failed", "stalled", "stale"]),
        sql`${documentIdentifier} = any(${lines})`,
      ),
    )
    .orderBy(asc(ediInterchanges.position))
    .limit(1);
  return found;
}

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
      run: z.number(),
      lowest: z.string().nullable(),
      highest: z.string().nullable(),
      gap_count: z.coerce.number(),
      gaps: z.array(z.object({ run: z.number(), from: z.string(), to: z.string(), missing: z.number() })),
      duplicate_count: z.coerce.number(),
      duplicates: z.array(
        z.object({ control_reference: z.string(), interchange_document_ids: z.array(z.string()) }),
      ),
    }),
  ),
});
export type ControlNumbers = z.output<typeof seriesRows>["rows"];

const usualWindow = ediTerms.parse({}).reference_window_days;

const columns = ["direction", "sender", "sender_qualifier", "recipient", "recipient_qualifier"];
const partners = sql.raw(columns.join(", "));
const partnersOf = (table: string) => sql.raw(columns.map((column) => `${table}.${column}`).join(", "));

/**
 * A control reference is used anew where its last interchange has other bytes and was prepared more days away than the
 * partner's terms count one as used (edi#used-reference): that is its next generation. The highest generation of a number
 * that has arrived so far is the run: the numbers have begun again so many times. Bytes that came before begin nothing.
 */
const sent = sql`
  select *, max(generation) filter (where number is not null) over (partition by ${partners} order by position) as run
  from (
    select *, sum(case when is_new and not is_repeated then 1 else 0 end)
      over (partition by ${partners}, is_test, control_reference order by position) as generation
    from (
      select ${partners}, is_test, control_reference, id, position,
        case when control_reference ~ '^[0-9]{1,14}$' then control_reference::bigint end as number,
        row_number() over (partition by ${partners}, is_test, control_reference, digest order by position) > 1 as is_repeated,
        digest <> lag(digest) over reference and abs(day - lag(day) over reference) > days as is_new
      from (
        select ${partners}, is_test, control_reference, digest, id, position,
          coalesce((terms->>'reference_window_days')::int, ${usualWindow}) as days,
          coalesce(nullif(left(prepared_at, 10), '')::date, (created_at at time zone 'UTC')::date) as day
        from ${ediInterchanges} left join ${ediPartners} on identification = sender
        where direction <> 'unspecified'
      ) as dated
      window reference as (partition by ${partners}, is_test, control_reference order by position)
    ) as compared
  ) as generations`;

/** Every series of control references between two partners in one direction, with its gaps and duplicates by run. */
async function readControlNumbers(database: Database): Promise<ControlNumbers> {
  // A reference has up to 14 characters (0020); others belong to no numeric series.
  const answer = await database.execute(sql`
    with sent as (${sent}), counted as (
      select ${partners}, count(*) as interchanges from sent group by ${partners}
    ), steps as (
      select ${partners}, run, number, lag(number) over (partition by ${partners}, run order by number) as before
      from (select distinct ${partners}, run, number from sent where number is not null) as numbered
    ), bounds as (
      select distinct on (${partners}) ${partners}, run, min(number)::text as lowest, max(number)::text as highest
      from steps group by ${partners}, run order by ${partners}, run desc
    ), gaps as (
      select ${partners}, run, before + 1 as first, number - 1 as last,
        row_number() over (partition by ${partners} order by run desc, number desc) as place
      from steps where number - before > 1 and not exists (
        select from ${ediSettledGaps} settled
        where (${partnersOf("settled")}, settled.run) = (${partnersOf("steps")}, steps.run)
          and settled.first <= before + 1 and settled.last >= number - 1
      )
    ), gapped as (
      select ${partners}, count(*) as gap_count,
        jsonb_agg(
          jsonb_build_object('run', run, 'from', first::text, 'to', last::text, 'missing', last - first + 1)
          order by place
        ) filter (where place <= ${maxListed}) as gaps
      from gaps group by ${partners}
    ), repeated as (
      select ${partners}, control_reference, jsonb_agg(id order by position) as ids,
        row_number() over (partition by ${partners} order by max(position) desc) as place
      from sent where control_reference <> ''
      group by ${partners}, is_test, control_reference, generation having count(*) > 1
    ), doubled as (
      select ${partners}, count(*) as duplicate_count,
        jsonb_agg(
          jsonb_build_object('control_reference', control_reference, 'interchange_document_ids', ids) order by place
        ) filter (where place <= ${maxListed}) as duplicates
      from repeated group by ${partners}
    )
    select direction, interchanges, coalesce(run, 0)::int as run, lowest, highest,
      jsonb_build_object('identification', sender, 'qualifier', sender_qualifier) as sender,
      jsonb_build_object('identification', recipient, 'qualifier', recipient_qualifier) as recipient,
      coalesce(gap_count, 0) as gap_count, coalesce(gaps, '[]') as gaps,
      coalesce(duplicate_count, 0) as duplicate_count, coalesce(duplicates, '[]') as duplicates
    from counted
    left join bounds using (${partners}) left join gapped using (${partners}) left join doubled using (${partners})
    order by interchanges desc, ${partners} limit ${maxSeries}`);
  return seriesRows.parse(answer).rows;
}

/** Cached until an interchange is added or deleted, a gap is settled, or a partner's days change: what the result is of. */
export function controlNumbersReader(database: Database): () => Promise<ControlNumbers> {
  let cached: { as: string; series: Promise<ControlNumbers> } | undefined;
  return async () => {
    const days = await database
      .select({ days: sql<string>`terms->>'reference_window_days'`, of: ediPartners.identification })
      .from(ediPartners)
      .orderBy(asc(ediPartners.identification));
    const as = JSON.stringify([await newestPosition(database), await database.$count(ediSettledGaps), days]);
    if (cached?.as !== as) {
      const series = readControlNumbers(database);
      cached = { as, series };
      // Failures are not cached.
      series.catch(() => {
        cached = undefined;
      });
    }
    return cached.series;
  };
}
