import type { Permission } from "#contract/capabilities.ts";
import type { Database } from "#platform/database/connect.ts";
import type { actionEvents } from "#platform/database/schema/actions.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import type { Outside } from "#platform/outside/outside.ts";

export type StoredActionEvent = typeof actionEvents.$inferSelect;

/** What the outside answered for an action: in words, and what of it the history keeps. */
export type OutsideReply = { message?: string; meta?: JsonObject };

/** What an event is aimed at, as it is now. */
export type ActionTarget = {
  storeName: string;
  /** What acting on it is (roles#service). */
  permission: Permission;
  /** The input kind of an offered action; undefined when it is not offered. */
  offers(action: string): { inputType: string | undefined } | undefined;
  /**
   * What the outside is asked for an action, under a reference that is always the same for this event; undefined for an
   * action in which it has no part.
   */
  request(event: StoredActionEvent): ((outside: Outside) => Promise<OutsideReply>) | undefined;
  /**
   * Changes the target, in the transaction that holds it; `reply` is what the outside answered. Returns the outcome in
   * words.
   */
  perform(transaction: Database, event: StoredActionEvent, reply?: OutsideReply): Promise<string>;
};

/** A kind of thing that actions can be aimed at (meta products and orders). */
export type ActionTargetKind = {
  /** In a transaction `forUpdate` keeps others from changing it in the meantime. */
  find(database: Database, id: string, forUpdate?: boolean): Promise<ActionTarget | undefined>;
};
