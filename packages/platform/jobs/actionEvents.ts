import type { Database } from "#database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import {
  type ActionTarget,
  claimEvent,
  findEvent,
  isBlocked,
  isWaiting,
  listDueEvents,
  type OutsideReply,
  type StoredActionEvent,
  settleEvent,
} from "#platform/domains/actions/repository.ts";
import { targetFinders } from "#platform/domains/actions/routes.ts";
import type { Outside } from "#platform/outside/simulated.ts";
import type { DueKind, JobsLog } from "./dueWork.ts";

async function lockTarget(transaction: Database, id: string): Promise<ActionTarget | undefined> {
  for (const find of targetFinders) {
    const target = await find(transaction, id, true);
    if (target) return target;
  }
  return undefined;
}

type Locked = { event: StoredActionEvent; target: ActionTarget | undefined };
type Result = { outcome: string | undefined };

/**
 * Runs `change` in a transaction that locks an event and its target, and marks the event as performed where it returns
 * a result. An event that was performed before stays unchanged.
 */
function withEvent<Other>(
  database: Database,
  id: string,
  change: (transaction: Database, locked: Locked) => Promise<string | Other>,
): Promise<Result | Other> {
  return database.transaction(async (transaction) => {
    const storedEvent = await findEvent(transaction, id);
    if (!storedEvent) return { outcome: undefined };
    // The target is locked first: two events on one target are decided one after the other.
    const target = await lockTarget(transaction, storedEvent.target);
    const event = await findEvent(transaction, id, true);
    if (!event || event.performedAt) return { outcome: event?.outcome ?? undefined };
    const changed = await change(transaction, { event, target });
    if (typeof changed !== "string") return changed;
    await settleEvent(transaction, id, changed);
    return { outcome: changed };
  });
}

const gone = "Not performed: the target no longer exists";

/**
 * Decides an event before any outside request: one without such a request is performed at once; another one is claimed,
 * and no other event on its target is performed until it is settled.
 */
const decide = (database: Database, id: string) =>
  withEvent<Result | { ask: (outside: Outside) => Promise<OutsideReply> }>(
    database,
    id,
    async (transaction, { event, target }) => {
      if (!target) return gone;
      if (!event.claimedAt) {
        if (await isBlocked(transaction, event)) return { outcome: undefined };
        if (!target.offered.some(({ value }) => value === event.action))
          return "Not performed: the target no longer offers this action";
      }
      const ask = target.request(event);
      if (!ask) return target.perform(transaction, event);
      await claimEvent(transaction, id, new Date());
      return { ask };
    },
  );

/**
 * Performs a recorded action event once, however often it is called. Returns its result in words; undefined where it
 * waits for another event on its target. Throws when an outside company or the database fails: the event then stays
 * claimed, and is retried.
 */
export async function performActionEvent(database: Database, outside: Outside, eventId: string) {
  const decided = await decide(database, eventId);
  if (!("ask" in decided)) return decided.outcome;
  const reply = await decided.ask(outside);
  const { outcome } = await withEvent<never>(database, eventId, async (transaction, { event, target }) =>
    target ? target.perform(transaction, event, reply) : gone,
  );
  return outcome;
}

export const dueActions = (database: Database, outside: Outside, log: JobsLog): DueKind => ({
  queue: "due-actions",
  message: "actions performed",
  table: actionEvents,
  isOpen: isWaiting,
  list: (at, limit) => listDueEvents(database, at, limit),
  advance: async (id) => {
    const outcome = await performActionEvent(database, outside, id);
    log.info({ eventId: id, outcome }, "action event");
  },
});
