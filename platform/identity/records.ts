import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { identityRecords } from "#platform/database/schema/identity.ts";
import type { IdentityStore } from "./store.ts";

/** The identity provider's records in the platform's database; several processes share them. */
export function createIdentityRecords(database: Database): IdentityStore {
  return {
    async get(key) {
      const [record] = await database
        .select({ value: identityRecords.value })
        .from(identityRecords)
        .where(
          and(
            eq(identityRecords.key, key),
            or(isNull(identityRecords.expiresAt), gt(identityRecords.expiresAt, new Date())),
          ),
        );
      return record?.value;
    },
    async set(key, value, expiresInSeconds) {
      const expiresAt =
        expiresInSeconds === undefined ? null : new Date(Date.now() + expiresInSeconds * 1000);
      await database
        .insert(identityRecords)
        .values({ key, value, expiresAt })
        .onConflictDoUpdate({ target: identityRecords.key, set: { value, expiresAt } });
    },
    async add(key, value) {
      await database
        .insert(identityRecords)
        .values({ key, value, expiresAt: null })
        .onConflictDoNothing({ target: identityRecords.key });
    },
    async delete(key) {
      await database.delete(identityRecords).where(eq(identityRecords.key, key));
    },
  };
}

/** Drops expired records. */
export async function dropExpiredIdentityRecords(database: Database): Promise<void> {
  await database.delete(identityRecords).where(lt(identityRecords.expiresAt, new Date()));
}
