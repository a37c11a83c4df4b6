import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabases } from "../../tests/support/databases.ts";
import type { Connection } from "./connect.ts";

let connection: Connection;
beforeAll(async () => {
  connection = await (testDatabases()[0] ?? { open: async () => connection }).open();
  await connection.executeSql("create table counted (n int)");
});
afterAll(() => connection.close());

test("every call is made by the watch, those of a transaction too", async () => {
  let calls = 0;
  const database = connection.watchedBy((call) => {
    calls += 1;
    return call();
  });
  await database.execute(sql`insert into counted values (1)`);
  expect(calls).toBe(1);
  await database.transaction((transaction) => transaction.execute(sql`insert into counted values (2)`));
  // A connection, begin, insert, commit.
  expect(calls).toBe(5);
});

test("a transaction whose calls are given up ends, and its connection with it [records#transaction]", async () => {
  let isGivingUp = false;
  const database = connection.watchedBy((call) =>
    isGivingUp ? Promise.reject(new Error("It does not answer")) : call(),
  );
  const write = database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into counted values (3)`);
    isGivingUp = true;
    await transaction.execute(sql`insert into counted values (4)`);
  });
  await expect(write).rejects.toMatchObject({ cause: new Error("It does not answer") });
  // Whoever gets a connection now is in no transaction of others.
  const { rows } = await connection.executeSql("select count(*)::int as rows from counted where n > 2");
  expect(rows).toEqual([{ rows: 0 }]);
  expect(connection.connections().waiting).toBe(0);
});
