import { and, asc, eq, gt, isNotNull, isNull, lte, min, notExists, or } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import type { StoredActionEvent } from "./target.ts";

/** A new event: due, or already performed. */
type NewActionEvent = Omit<StoredActionEvent, "stepAt" | "claimedAt" | "performedAt" | "outcome"> &
  Partial<Pick<StoredActionEvent, "performedAt" | "outcome">>;

/** The event that a caller submitted under a key before. */
export async function findByIdempotencyKey(
  database: Database,
  subject: string,
  key: string,
): Promise<StoredActionEvent | undefined> {
  const [row] = await database
    .select()
    .from(actionEvents)
    .where(and(eq(actionEvents.subject, subject), eq(actionEvents.idempotencyKey, key)));
  return row;
}

/** Records an event; undefined when the same key was recorded by another request. */
export async function recordEvent(
  database: Database,
  event: NewActionEvent,
): Promise<StoredActionEvent | undefined> {
  const stepAt = event.submittedAt;
  const [row] = await database
    .insert(actionEvents)
    .values({ ...event, stepAt })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** An event by its id; inside a transaction `forUpdate` locks it. */
export async function findEvent(
  database: Database,
  id: string,
  forUpdate = false,
): Promise<StoredActionEvent | undefined> {
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

/** Marks an event as performed, with its result in words. */
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

/** When the next event is due, after a time; undefined without one. */
export async function nextDueEvent(database: Database, after: Date): Promise<Date | undefined> {
  const [row] = await database
    .select({ next: min(actionEvents.stepAt) })
    .from(actionEvents)
    .where(and(gt(actionEvents.stepAt, after), isNull(actionEvents.performedAt)));
  return row?.next ?? undefined;
}

/** Postpones an event that could not be performed. */
export async function postponeEvent(database: Database, id: string, until: Date): Promise<void> {
  await database
    .update(actionEvents)
    .set({ stepAt: until })
    .where(and(eq(actionEvents.id, id), isNull(actionEvents.performedAt)));
}
