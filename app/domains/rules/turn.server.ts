import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import type { Database } from "#database/connect.ts";
import { ruleTurns } from "./tables.ts";

/** So long, in seconds, may the change of one rule keep the next one waiting. */
const turnSeconds = 30;
const retryMs = 100;

/** One change of a store's rules after the other: each is judged beside what the one before it left (rules#several-rules). */
export function createRuleTurns(database: Database) {
  return async function inTurn<T>(store: string, work: () => Promise<T>): Promise<T> {
    const lease = { holder: randomUUID(), expiresAt: inSeconds(turnSeconds) };
    const take = () =>
      database
        .insert(ruleTurns)
        .values({ store, ...lease })
        .onConflictDoUpdate({
          target: ruleTurns.store,
          set: lease,
          setWhere: lt(ruleTurns.expiresAt, sql`now()`),
        })
        .returning({ store: ruleTurns.store });
    while ((await take()).length === 0) await delay(retryMs);
    const isMine = and(eq(ruleTurns.store, store), eq(ruleTurns.holder, lease.holder));
    try {
      return await work();
    } finally {
      await database.delete(ruleTurns).where(isMine);
    }
  };
}

export const inTurn = createRuleTurns(database);
