import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { openRedisStore } from "#app/records/redisStore.server.ts";
import type { RecordStore } from "#app/records/store.server.ts";
import { hasRedis, startRedis } from "./redis.ts";

/** Holds promises of every store that records are kept in; each `open` is another handle on the same one. */
export function onEveryStore(promises: (open: () => RecordStore) => void): void {
  describe("records in files", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "records-"));
    });
    afterAll(() => rm(folder, { recursive: true }));
    promises(() => openFileStore(folder, () => undefined));
  });

  describe.skipIf(!hasRedis)("records in Redis", () => {
    let redis: Awaited<ReturnType<typeof startRedis>>;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.stop());
    promises(() => openRedisStore(redis.url, () => undefined));
  });
}
