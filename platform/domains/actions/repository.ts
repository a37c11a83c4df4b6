import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import type { StoredActionEvent } from "./target.ts";

/** An event that nobody performed yet, or one that is recorded as it is performed. */
type NewActionEvent = Omit<StoredActionEvent, "performedAt" | "outcome"> &
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

/** Records an event; undefined when the same key was recorded in the meantime. */
export async function recordEvent(
  database: Database,
  event: NewActionEvent,
): Promise<StoredActionEvent | undefined> {
  const [row] = await database.insert(actionEvents).values(event).onConflictDoNothing().returning();
  return row;
}

export async function findEvent(database: Database, id: string): Promise<StoredActionEvent | undefined> {
  const [row] = await database.select().from(actionEvents).where(eq(actionEvents.id, id));
  return row;
}

/**
 * Runs `change` in a transaction that holds the event, and marks the event as performed with the outcome that it
 * returns. Does nothing when the event was performed before.
 */
export async function settleEvent(
  database: Database,
  id: string,
  change: (transaction: Database) => Promise<string>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [waiting] = await transaction
      .select({ id: actionEvents.id })
      .from(actionEvents)
      .where(and(eq(actionEvents.id, id), isNull(actionEvents.performedAt)))
      .for("update");
    if (!waiting) return;
    const outcome = await change(transaction);
    await transaction
      .update(actionEvents)
      .set({ performedAt: new Date(), outcome })
      .where(eq(actionEvents.id, id));
  });
}

/** Ids of the events that nobody performed yet, oldest first. */
export async function listWaitingEvents(database: Database): Promise<string[]> {
  const rows = await database
    .select({ id: actionEvents.id })
    .from(actionEvents)
    .where(isNull(actionEvents.performedAt))
    .orderBy(asc(actionEvents.submittedAt));
  return rows.map(({ id }) => id);
}
