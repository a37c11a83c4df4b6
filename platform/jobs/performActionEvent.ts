import type { Database } from "#platform/database/connect.ts";
import { findEvent, settleEvent } from "#platform/domains/actions/repository.ts";
import { actionTargetKinds } from "#platform/domains/actions/targets.ts";
import type { Outside } from "#platform/outside/outside.ts";

/**
 * Performs a recorded action event once, however often it is called. Returns its outcome in words. Throws when the
 * outside or the database fails: the event then waits to be tried again.
 */
export async function performActionEvent(
  database: Database,
  outside: Outside,
  eventId: string,
): Promise<string | undefined> {
  const event = await findEvent(database, eventId);
  if (!event || event.performedAt) return event?.outcome ?? undefined;
  const settle = (change: (transaction: Database) => Promise<string>) =>
    settleEvent(database, eventId, change);
  for (const kind of actionTargetKinds) {
    if (!(await kind.find(database, event.target))) continue;
    await kind.perform(database, outside, event, settle);
    const performed = await findEvent(database, eventId);
    return performed?.outcome ?? undefined;
  }
  const outcome = "Not performed: the target no longer exists";
  await settle(async () => outcome);
  return outcome;
}
