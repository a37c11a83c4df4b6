import { appendFile, copyFile, mkdir, mkdtemp, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTrail } from "#app/audit/trail.server.ts";
import { createSeal } from "#app/database/seal.server.ts";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, type RecordStore } from "#app/records/records.server.ts";
import { openRedisStore } from "#app/records/redisStore.server.ts";
import { createTransaction } from "#app/records/transaction.server.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { hasRedis, startRedis } from "#tests/support/redis.ts";
import { backUpDatabase, prepareDatabase } from "./database.ts";
import { backUpRecords, prepareRecords, type RecordsPlace } from "./records.ts";

const at = new Date();
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "backup-parts-"));
});
afterAll(() => rm(home, { recursive: true }));

const throwIt = (problem: unknown) => {
  throw problem;
};

const redis = hasRedis ? await startRedis() : undefined;
afterAll(() => redis?.stop());

const folders = () => ({ sessions: join(home, "sessions"), lasting: join(home, "lasting") });
const nowhere = { sessions: "", lasting: "" };

const stores: { name: string; place: () => RecordsPlace; open: () => RecordStore }[] = [
  {
    name: "files",
    place: () => ({ redisUrl: undefined, folders: folders() }),
    open: () => openFileStore(folders().lasting, throwIt),
  },
];
if (redis)
  stores.push({
    name: "Redis",
    place: () => ({ redisUrl: redis.url, folders: nowhere }),
    open: () => openRedisStore(redis.url, throwIt),
  });

describe.each(stores)("records in $name", ({ name, place, open }) => {
  const seal = createSeal("only for tests, thirty-two characters or more");
  const amount = z.number();

  test("are backed up as they were at one moment, while they are written [records#backup-moment]", async () => {
    const store = open();
    const records = createRecords(store, seal);
    const trail = createTrail(records);
    const fact = {
      ...{ at: Date.now(), subject: "s", name: "Riley", did: "Retry", record: "" },
      ...{ href: "", why: "", address: "", correlationId: "" },
      kind: "action",
      outcome: "done",
    } as const;
    await Promise.all(Array.from({ length: 300 }, (_, n) => records.set(`other:${n}`, n, 600)));
    const sides = createTransaction(records, "credits", 600);
    await sides.change(async (draft) => {
      draft.set("owed", 1000);
      draft.set("given", 0);
    });
    const credit = () =>
      sides.change(async (draft) => {
        draft.set("owed", ((await draft.get("owed", amount)) ?? 0) - 1);
        draft.set("given", ((await draft.get("given", amount)) ?? 0) + 1);
      });
    let isOver = false;
    const busy = [() => trail.append(fact), credit].map(async (work) => {
      while (!isOver) await work();
    });
    await expect.poll(trail.newest).toBeGreaterThan(3);
    const folder = join(home, `backup of ${name}`);
    const kind = await backUpRecords(place(), folder);
    const written = await trail.newest();
    await expect.poll(trail.newest).toBeGreaterThan(written + 2);
    isOver = true;
    await Promise.all(busy);
    await store.close();

    const more = [{ name: "f".repeat(64), value: "said", expiresAt: Date.now() + 60_000 }];
    for (const part of await prepareRecords(place(), folder, { kind, at, more })) {
      await part.swap();
      await part.discard();
    }
    const restored = open();
    const found = createRecords(restored, seal);
    const { lines, broken } = await createTrail(found).check();
    expect(broken).toBeUndefined();
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(written);
    // The next reader completes an interrupted change.
    await createTransaction(found, "credits", 600).recover();
    const [owed = 0, given = 0] = await found.getEach(["owed", "given"], amount);
    expect(owed + given).toBe(1000);
    expect(await found.get("other:299", amount)).toBe(299);
    await restored.close();
  }, 60_000);
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(!postgres)("a database in PostgreSQL", () => {
  const place = { url: postgres?.url ?? "", folder: "" };
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: place.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const names = async () => (await query("select name from people order by name")).map(({ name }) => name);
  let folder: string;
  beforeAll(async () => {
    folder = join(home, "database");
    await mkdir(folder);
    await query("create table people (name text primary key); insert into people values ('Mei')");
    await query(
      `insert into people select md5(n::text) || repeat('x', 500) from generate_series(1, 5000) as n`,
    );
    await backUpDatabase(place, folder);
    await query("delete from people; insert into people values ('Zoe'); create table since (n int)");
  });

  test("is as it was where the tools are missing, or the dump cannot be read or is cut off [records#restore-safe]", async () => {
    const path = process.env.PATH;
    process.env.PATH = "/nowhere";
    await expect(prepareDatabase(place, folder, at)).rejects.toThrow("is not installed here");
    process.env.PATH = path;
    const broken = join(home, "broken");
    await mkdir(broken);
    await appendFile(join(broken, "database.dump"), "no dump");
    await expect(prepareDatabase(place, broken, at)).rejects.toThrow("pg_restore failed");
    const cut = join(home, "cut");
    await mkdir(cut);
    const [whole, part] = [join(folder, "database.dump"), join(cut, "database.dump")];
    await copyFile(whole, part);
    await truncate(part, Math.floor((await stat(whole)).size * 0.6));
    const before = await names();
    const prepared = await prepareDatabase(place, cut, at);
    await expect(prepared.swap()).rejects.toThrow("is as it was");
    expect(await names()).toEqual(before);
    expect(before).toContain("Zoe");
  }, 60_000);

  test("is replaced whole, without later additions [records#restore-safe]", async () => {
    await (await prepareDatabase(place, folder, at)).swap();
    expect(await names()).toHaveLength(5001);
    expect(await names()).toContain("Mei");
    expect(await query("select to_regclass('since') as since")).toEqual([{ since: null }]);
  }, 60_000);
});
