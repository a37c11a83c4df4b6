import type { Permission } from "#contract/capabilities.ts";
import type { Database } from "#platform/database/connect.ts";
import type { actionEvents } from "#platform/database/schema/actions.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { Outside } from "#platform/outside/simulated.ts";

export type StoredActionEvent = typeof actionEvents.$inferSelect;

/** An outside company's reply to an action: its message, and the part that goes into the history. */
export type OutsideReply = { message?: string; meta?: JsonObject };

/** The input kind of an action among those that a target offers. */
export const offersOf =
  (
    actions: readonly { value: string; config?: { inputType?: string | null } | null }[],
  ): ActionTarget["offers"] =>
  (value) => {
    const action = actions.find((offered) => offered.value === value);
    return action && { inputType: action.config?.inputType ?? undefined };
  };

/** An event's target in its current state. */
export type ActionTarget = {
  storeName: string;
  /** The permission that acting on it needs (roles#service). */
  permission: Permission;
  /** The input kind of an offered action; undefined when it is not offered. */
  offers(action: string): { inputType: string | undefined } | undefined;
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

/** A kind of action target (meta products and orders). */
export type ActionTargetKind = {
  /** In a transaction `forUpdate` locks it. */
  find(database: Database, id: string, forUpdate?: boolean): Promise<ActionTarget | undefined>;
};
