import { sql } from "drizzle-orm";
import { z } from "zod";
import type { DelayedWork } from "#contract/delayedWork.ts";
import type { Database } from "#platform/database/connect.ts";
import { actionEvents, delayedWork } from "#platform/database/schema/actions.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { stores } from "#platform/database/schema/stores.ts";

/** Work is delayed after this long: due work is checked every minute. */
const delayedAfter = sql`now() - interval '5 minutes'`;
const maxRows = 500;

const delayedRow = z.object({
  record: z.string(),
  id: z.string(),
  name: z.string(),
  storegroup: z.string(),
  action: z.string(),
  since: z.coerce.date(),
  attempts: z.coerce.number(),
  message: z.string(),
});

/** Accepted work that has been due for five minutes or longer, longest first; 500 at most. */
export async function listDelayedWork(database: Database): Promise<DelayedWork[]> {
  const answer = await database.execute(sql`
    with waiting as (
      select 'due-actions' as kind, id::text as work, target as id, action, submitted_at as since
        from ${actionEvents} where performed_at is null
      union all
      select 'due-orders', id, id, '', step_at from ${orders} where step_at is not null
      union all
      select 'due-exos', id, id, '', step_at from ${exos} where step_at is not null
    ), late as (
      select waiting.id, waiting.action, least(waiting.since, failed.since) as since,
        coalesce(failed.attempts, 0) as attempts, coalesce(failed.failure, '') as message
      from waiting left join ${delayedWork} as failed on failed.kind = waiting.kind and failed.id = waiting.work
      where least(waiting.since, failed.since) < ${delayedAfter}
    ), found as (
      select 'order' as record, id, store_id, coalesce(document ->> 'sourceId', id) as name from ${orders}
        where id in (select id from late)
      union all
      select 'return', id, store_id, name from ${exos} where id in (select id from late)
      union all
      select 'product', id, store_id, group_id from ${metaProducts} where id in (select id from late)
    )
    select found.record, found.id, found.name, stores.name as storegroup, late.action, late.since, late.attempts,
      late.message
    from late join found using (id) join ${stores} as stores on stores.id = found.store_id
    order by late.since limit ${maxRows}
  `);
  return z
    .object({ rows: z.array(delayedRow) })
    .parse(answer)
    .rows.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() }));
}
