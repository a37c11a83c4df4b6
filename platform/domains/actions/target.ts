import type { Deed } from "#contract/capabilities.ts";
import type { Database } from "#platform/database/connect.ts";
import type { actionEvents } from "#platform/database/schema/actions.ts";

import type { Outside } from "#platform/outside/outside.ts";
export type StoredActionEvent = typeof actionEvents.$inferSelect;

/** What an event is aimed at: the store it is in, and what it offers now. */
export type ActionTarget = {
  storeName: string;
  /** What acting on it is (roles#service). */
  deed: Deed;
  /** The input kind of an offered action; undefined when it is not offered. */
  offers(action: string): { inputType: string | undefined } | undefined;
};

/**
 * Settles an event in one transaction: takes it, runs `change` on what it is aimed at, and marks it as performed with
 * the outcome that `change` returns. Does nothing when it was settled before.
 */
export type SettleEvent = (change: (transaction: Database) => Promise<string>) => Promise<void>;

/** A kind of thing that actions can be aimed at (meta products and orders). */
export type ActionTargetKind = {
  find(database: Database, id: string): Promise<ActionTarget | undefined>;
  /**
   * Performs an event once: asks the outside first, so that no connection waits for another company,
   * and changes the target in `settle`.
   */
  perform(database: Database, outside: Outside, event: StoredActionEvent, settle: SettleEvent): Promise<void>;
};
