import type { Database } from "#platform/database/connect.ts";
import { listDueEvents, nextDueEvent, postponeEvent } from "#platform/domains/actions/repository.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { advanceDue } from "./advanceDue.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";
import { performActionEvent } from "./performActionEvent.ts";

const kind = "due-actions";

/** Performs recorded action events; `onPerformed` is called after each batch. */
export async function startActionEventJobs(
  context: JobsContext,
  { database, outside }: { database: Database; outside: Outside },
  onPerformed: () => Promise<void>,
): Promise<DueWork> {
  const { log } = context;
  const due = await startDueWork(context, {
    queue: kind,
    message: "actions performed",
    advance: async () => {
      const advanced = await advanceDue(
        database,
        {
          kind,
          list: (at, limit) => listDueEvents(database, at, limit),
          advance: async (id) => {
            const outcome = await performActionEvent(database, outside, id);
            log.info({ eventId: id, outcome }, "action event");
          },
          postpone: (id, until) => postponeEvent(database, id, until),
        },
        () => new Date(),
      );
      if (advanced.taken > 0) await onPerformed();
      // Another action on the same record may have waited for one of these.
      return { ...advanced, hasMore: advanced.taken > 0 };
    },
    nextDueTime: (after) => nextDueEvent(database, after),
  });
  await due.wake();
  return due;
}
