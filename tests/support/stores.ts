import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { openRedisStore } from "#app/records/redisStore.server.ts";
import type { RecordStore } from "#app/records/store.server.ts";
import { freePort } from "./processes.ts";

const redisServer = process.env.REDIS_SERVER_BINARY ?? "redis-server";
const hasRedis = spawnSync(redisServer, ["--version"]).status === 0;
if (!hasRedis)
  process.stdout.write("SKIPPED: the Redis record store, there is no redis-server on this machine\n");

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
    let server: ChildProcess;
    let url: string;
    beforeAll(async () => {
      const port = await freePort();
      url = `redis://127.0.0.1:${port}`;
      const quiet = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1"];
      server = spawn(redisServer, ["--port", String(port), ...quiet], { stdio: "ignore" });
    });
    afterAll(() => {
      server.kill();
    });
    promises(() => openRedisStore(url, () => undefined));
  });
}
