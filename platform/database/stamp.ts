import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * A text that is another one once any of the grouped rows changes, comes or goes: a sum of a hash of each row's moment of
 * change and its place. Both are plain numbers in an index: no row is read for it, and no text is made.
 */
export const stampOf = (changedAt: AnyPgColumn, position: AnyPgColumn): SQL<string> =>
  sql<string>`sum(timestamp_hash_extended(${changedAt} at time zone 'UTC', ${position}))::text`;
