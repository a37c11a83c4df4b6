import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { newPostgres } from "../../tests/support/databases.ts";
import { type Connection, connectPglite, connectPostgres } from "./connect.ts";

const backend = z.object({ rows: z.tuple([z.object({ pid: z.number() })]) });

let embedded: Connection;

beforeAll(() => {
  embedded = connectPglite();
});
afterAll(() => embedded.close());

test("a long query of the embedded database does not block calls without a query", async () => {
  let isAnswered = false;
  const long = embedded
    .executeSql("select count(*)::int as rows from generate_series(1, 3000000)")
    .finally(() => {
      isAnswered = true;
    });
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(isAnswered).toBe(false);
  expect((await long).rows).toEqual([{ rows: 3_000_000 }]);
});

test("bytes go in and come back as they are, and a refused query leaves the connection as it was", async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
  await embedded.executeSql("create table kept (content bytea)");
  await embedded.executeSql("insert into kept values ($1)", [bytes]);
  await expect(embedded.executeSql("select content / 0 from kept")).rejects.toThrow(
    "operator does not exist",
  );
  const [row] = (await embedded.executeSql("select content from kept")).rows;
  expect(row).toEqual({ content: Buffer.from(bytes) });
});

test.each(["pglite", "postgres"] as const)(
  "a query is parsed once on a connection of %s, also after one that failed",
  async (kind) => {
    const connection =
      kind === "pglite"
        ? connectPglite()
        : connectPostgres(await newPostgres(), (error) => {
            throw error;
          });
    const [one, other] = [connection, connection].map(({ watchedBy }) => watchedBy((call) => call()));
    const double = (database: typeof one, value: unknown) =>
      database?.execute(sql`select ${value}::int * 2 as doubled`);
    expect(await double(one, 2)).toMatchObject({ rows: [{ doubled: 4 }] });
    expect(await double(other, 3)).toMatchObject({ rows: [{ doubled: 6 }] });
    const prepared = () =>
      connection.executeSql("select statement from pg_prepared_statements where statement like '%doubled'");
    expect((await prepared()).rows).toEqual([{ statement: "select $1::int * 2 as doubled" }]);
    await expect(double(one, "two")).rejects.toThrow();
    expect(await double(one, 4)).toMatchObject({ rows: [{ doubled: 8 }] });
    await connection.close();
  },
);

test("the embedded database keeps no answer in memory", async () => {
  const before = process.memoryUsage.rss();
  // 1 GB in all. What waits to be collected is some 300 MB on an idle machine and 430 on a busy one, however long it goes on.
  for (let times = 0; times < 1000; times += 1)
    await embedded.executeSql("select repeat('x', 1000000) as text");
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(800);
});

test("PostgreSQL shares no question among processes, unless its URL says so", async () => {
  const url = await newPostgres();
  const requested = new URL(url);
  requested.searchParams.set("options", "-c max_parallel_workers_per_gather=3");
  for (const [at, processes] of [
    [url, "0"],
    [requested.href, "3"],
  ] as const) {
    const connection = connectPostgres(at, (error) => {
      throw error;
    });
    const { rows } = await connection.executeSql("show max_parallel_workers_per_gather");
    expect(rows).toEqual([{ max_parallel_workers_per_gather: processes }]);
    await connection.close();
  }
});

test("a program that has its database open is seen there, also when it was idle for an hour", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const idle = connectPostgres(await newPostgres(), () => undefined, "utopia-idle");
    await Promise.all([1, 2, 3].map(() => idle.executeSql("select 1")));
    vi.advanceTimersByTime(3_600_000);
    expect(idle.connections()).toMatchObject({ open: 1, idle: 1 });
    await idle.close();
  } finally {
    vi.useRealTimers();
  }
});

test("a connection that ends between two queries of a transaction fails it, and the process goes on", async () => {
  const ends = connectPostgres(await newPostgres(), () => undefined);
  const isThere = async (pid: unknown) =>
    (await ends.executeSql("select from pg_stat_activity where pid = $1", [pid])).rows.length;
  const write = ends.database.transaction(async (transaction) => {
    const { pid } = backend.parse(await transaction.execute(sql`select pg_backend_pid() as pid`)).rows[0];
    await ends.executeSql("select pg_terminate_backend($1)", [pid]);
    await expect.poll(() => isThere(pid)).toBe(0);
    await transaction.execute(sql`select 1`);
  });
  await expect(write).rejects.toThrow("Failed query");
  expect((await ends.executeSql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await ends.close();
});
