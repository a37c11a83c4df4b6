import { appendFile, copyFile, mkdir, mkdtemp, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "#tests/support/postgres.ts";
import { backUpDatabase, type DatabasePlace, endSignIns, prepareDatabase } from "./database.ts";

const at = new Date();
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "backup-parts-"));
});
afterAll(() => rm(home, { recursive: true }));

const postgres = await startPostgres();
afterAll(() => postgres.stop());

describe("a database in PostgreSQL", () => {
  const url = postgres.url;
  const place: DatabasePlace = { owner: "platform", url, folder: "" };
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
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
    await query("create table sessions (id int); insert into sessions values (1)");
    await query("create table pending_sign_ins (id int); insert into pending_sign_ins values (1)");
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
    await appendFile(join(broken, "platform.dump"), "no dump");
    await expect(prepareDatabase(place, broken, at)).rejects.toThrow("pg_restore failed");
    const cut = join(home, "cut");
    await mkdir(cut);
    const [whole, part] = [join(folder, "platform.dump"), join(cut, "platform.dump")];
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

  test("what must not outlive a restore is gone in the same transaction [records#restore-sessions]", async () => {
    const rowsOf = async (table: string) => (await query(`select * from ${table}`)).length;
    const without = { ...place, whenRestored: endSignIns };
    await (await prepareDatabase(without, folder, at)).swap();
    expect(await Promise.all(["people", "sessions", "pending_sign_ins"].map(rowsOf))).toEqual([5001, 0, 0]);
    const failing = { ...place, whenRestored: "delete from public.nobody;" };
    await expect((await prepareDatabase(failing, folder, at)).swap()).rejects.toThrow("is as it was");
    expect(await rowsOf("sessions")).toBe(0);
  }, 60_000);

  test("is backed up as it was at one moment, while it is written [records#backup-moment]", async () => {
    await query(
      "create table owed (sum int); insert into owed values (1000); create table given (sum int); insert into given values (0)",
    );
    let [written, isOver] = [0, false];
    const busy = (async () => {
      for (; !isOver; written += 1)
        await query("begin; update owed set sum = sum - 1; update given set sum = sum + 1; commit");
    })();
    await expect.poll(() => written).toBeGreaterThan(3);
    const moment = join(home, "moment");
    await mkdir(moment);
    await backUpDatabase(place, moment);
    isOver = true;
    await busy;
    await (await prepareDatabase(place, moment, at)).swap();
    const [sums] = await query("select owed.sum + given.sum as all, given.sum as given from owed, given");
    expect(sums.all).toBe(1000);
    expect(sums.given).toBeLessThanOrEqual(written);
  }, 60_000);
});
