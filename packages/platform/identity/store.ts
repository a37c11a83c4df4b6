import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { Database } from "#database/connect.ts";
import { identityRecords } from "#platform/database/schema/platform.ts";

/** How long a refresh token still works after a newer one was issued, in seconds. */
const supersededRefreshTokenSeconds = 3600;

const payloadRecord = z.custom<AdapterPayload>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const idRecord = z.string();

/**
 * Keeps oidc-provider's models in an identity store.
 *
 * A superseded refresh token is shortened instead of consumed: like Entra's, an earlier one stays usable
 * for a while, so that two requests that refresh at once both succeed. Grants revoke by their own record:
 * no code and no refresh token is accepted without it.
 */
export function createAdapter(store: IdentityStore): AdapterFactory {
  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const uidKeyOf = (uid: string) => `${model}-uid:${uid}`;

    const find = async (id: string) => {
      const value = await store.get(keyOf(id));
      return value === undefined ? undefined : payloadRecord.parse(value);
    };

    return {
      find,
      async upsert(id, payload, expiresIn) {
        await store.set(keyOf(id), payload, expiresIn);
        if (model === "Session" && payload.uid) await store.set(uidKeyOf(payload.uid), id, expiresIn);
      },
      async findByUid(uid) {
        const id = await store.get(uidKeyOf(uid));
        return id === undefined ? undefined : find(idRecord.parse(id));
      },
      // User codes belong to the device flow, which this provider does not offer.
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const payload = await find(id);
        if (!payload) return;
        if (model === "RefreshToken") {
          await store.set(keyOf(id), payload, supersededRefreshTokenSeconds);
          return;
        }
        const now = Math.floor(Date.now() / 1000);
        await store.set(
          keyOf(id),
          { ...payload, consumed: now },
          payload.exp ? payload.exp - now : undefined,
        );
      },
      async destroy(id) {
        const payload = await find(id);
        await store.delete(keyOf(id));
        if (model === "Session" && payload?.uid) await store.delete(uidKeyOf(payload.uid));
      },
      async revokeByGrantId(grantId) {
        await store.delete(`Grant:${grantId}`);
      },
    };
  };
}

/**
 * The identity provider's persistent data: signing keys, sign-in sessions, grants, codes and refresh tokens. Values are
 * JSON. They are in the platform's database, where several processes share them.
 */
export function createIdentityRecords(database: Database) {
  return {
    async get(key: string): Promise<unknown> {
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
    /** An entry with `expiresInSeconds` is gone once that has passed. */
    async set(key: string, value: unknown, expiresInSeconds?: number) {
      const expiresAt =
        expiresInSeconds === undefined ? null : new Date(Date.now() + expiresInSeconds * 1000);
      await database
        .insert(identityRecords)
        .values({ key, value, expiresAt })
        .onConflictDoUpdate({ target: identityRecords.key, set: { value, expiresAt } });
    },
    /** Stores a permanent value, unless there is one: of several processes, one stores it. */
    async add(key: string, value: unknown) {
      await database
        .insert(identityRecords)
        .values({ key, value, expiresAt: null })
        .onConflictDoNothing({ target: identityRecords.key });
    },
    async delete(key: string) {
      await database.delete(identityRecords).where(eq(identityRecords.key, key));
    },
  };
}

export type IdentityStore = ReturnType<typeof createIdentityRecords>;

export async function dropExpiredIdentityRecords(database: Database): Promise<void> {
  await database.delete(identityRecords).where(lt(identityRecords.expiresAt, new Date()));
}
