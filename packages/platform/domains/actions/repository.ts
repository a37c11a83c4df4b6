import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type DelayedWork, maxDelayedWork } from "#contract/actions.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";
import type { Database } from "#database/connect.ts";
import { actionEvents, delayedWork } from "#platform/database/schema/actions.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { Problem } from "#platform/http/requests.ts";
import type { Outside } from "#platform/outside/simulated.ts";

export type StoredActionEvent = typeof actionEvents.$inferSelect;

/** An outside company's reply to an action: its message, and the part that goes into the history. */
export type OutsideReply = { message?: string; meta?: JsonObject };

export type ActionTarget = {
  storeName: string;
  /** The permission that acting on it needs (roles#service). */
  permission: Permission;
  offered: readonly AvailableAction[];
  /**
   * The outside request of an action, under a reference that is always the same for this event; undefined for an action
   * without one.
   */
  request(event: StoredActionEvent): ((outside: Outside) => Promise<OutsideReply>) | undefined;
  /**
   * Changes the target, in the transaction that holds it; `reply` is the outside company's. Returns the result in
   * words.
   */
  perform(transaction: Database, event: StoredActionEvent, reply?: OutsideReply): Promise<string>;
};

/** Finds the target of a kind, a meta product or an order; in a transaction `forUpdate` locks it. */
export type FindTarget = (
  database: Database,
  id: string,
  forUpdate?: boolean,
) => Promise<ActionTarget | undefined>;

/** Work is delayed after this long: due work is checked every minute. */
const delayedAfter = sql`now() - interval '5 minutes'`;

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

/** Accepted work that has been due for five minutes or longer, longest first; `maxDelayedWork` at most. */
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
    order by late.since limit ${maxDelayedWork}
  `);
  return z
    .object({ rows: z.array(delayedRow) })
    .parse(answer)
    .rows.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() }));
}

/** A new event: due, or already performed. */
type NewActionEvent = Omit<StoredActionEvent, "stepAt" | "claimedAt" | "performedAt" | "outcome"> &
  Partial<Pick<StoredActionEvent, "performedAt" | "outcome">>;

export async function findByIdempotencyKey(database: Database, subject: string, key: string) {
  const [row] = await database
    .select()
    .from(actionEvents)
    .where(and(eq(actionEvents.subject, subject), eq(actionEvents.idempotencyKey, key)));
  return row;
}

/** Records an event; undefined when the same key was recorded by another request. */
export async function recordEvent(database: Database, event: NewActionEvent) {
  const stepAt = event.submittedAt;
  const [row] = await database
    .insert(actionEvents)
    .values({ ...event, stepAt })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** An action that is performed with its request; the caller is the token's subject, and a name for the history. */
export type ActionRequest = Pick<StoredActionEvent, "target" | "action" | "subject" | "idempotencyKey"> & {
  user: string;
};

const usedForAnother = () => new Problem(422, "This Idempotency-Key was used for another event");

/** A key that was used before is the same request or a mistake; returns whether it is a repetition. */
export async function isRepeated(database: Database, request: ActionRequest): Promise<boolean> {
  const { subject, idempotencyKey, target, action } = request;
  const earlier = idempotencyKey && (await findByIdempotencyKey(database, subject, idempotencyKey));
  if (!earlier) return false;
  if (earlier.target === target && earlier.action === action) return true;
  throw usedForAnother();
}

export async function recordPerformed(
  transaction: Database,
  { target, action, subject, idempotencyKey, user }: ActionRequest,
  result: Pick<NewActionEvent, "storeGroup" | "payload" | "sourceType" | "outcome">,
  at: Date,
): Promise<void> {
  const recorded = await recordEvent(transaction, {
    ...result,
    id: randomUUID(),
    target,
    action,
    subject,
    idempotencyKey,
    submittedBy: user,
    submittedAt: at,
    performedAt: at,
  });
  if (!recorded) throw usedForAnother();
}

/** An event by its id; inside a transaction `forUpdate` locks it. */
export async function findEvent(database: Database, id: string, forUpdate = false) {
  const query = database.select().from(actionEvents).where(eq(actionEvents.id, id));
  const [row] = await (forUpdate ? query.for("update") : query);
  return row;
}

/** Marks an event as in progress with an outside company, since its first request. */
export async function claimEvent(database: Database, id: string, at: Date): Promise<void> {
  await database
    .update(actionEvents)
    .set({ claimedAt: at })
    .where(and(eq(actionEvents.id, id), isNull(actionEvents.claimedAt)));
}

export async function settleEvent(database: Database, id: string, outcome: string): Promise<void> {
  await database
    .update(actionEvents)
    .set({ performedAt: new Date(), outcome })
    .where(eq(actionEvents.id, id));
}

const claimed = alias(actionEvents, "claimed");

/** The event on a target that is in progress with an outside company. */
const claimedOn = (database: Database, target: string | AnyPgColumn) =>
  database
    .select({ id: claimed.id })
    .from(claimed)
    .where(and(eq(claimed.target, target), isNotNull(claimed.claimedAt), isNull(claimed.performedAt)));

/** Whether an event has to wait for another one on its target. */
export async function isBlocked(database: Database, { target }: StoredActionEvent): Promise<boolean> {
  return (await claimedOn(database, target).limit(1)).length > 0;
}

/** Ids of at most `limit` events that are due and not waiting for another, oldest first. */
export async function listDueEvents(database: Database, at: Date, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: actionEvents.id })
    .from(actionEvents)
    .where(
      and(
        lte(actionEvents.stepAt, at),
        isNull(actionEvents.performedAt),
        or(isNotNull(actionEvents.claimedAt), notExists(claimedOn(database, actionEvents.target))),
      ),
    )
    .orderBy(asc(actionEvents.stepAt), asc(actionEvents.submittedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const isWaiting = isNull(actionEvents.performedAt);
