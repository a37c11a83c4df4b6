import { Writable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { voucherStoreAliases } from "#contract/vouchers.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";

const databases = testDatabases();

describe.each(databases)("vouchers on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;
  let logged = "";

  beforeAll(async () => {
    connection = await open();
    const stream = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    });
    api = await startTestApi(connection, { log: pino({ level: "trace" }, stream) });
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const balance = (storealias: string, vouchercode: string) =>
    api.get(`/api/nswvoucher/balance?${new URLSearchParams({ storealias, vouchercode })}`);

  test("a voucher is good for its balance at the three stores, in any case, and at no other", async () => {
    const cases = [
      ["NSW-KIDS-2501", 50],
      [" nsw-kids-2502 ", 12.5],
      ["NSW-KIDS-2503", 0],
    ] as const;
    for (const [code, expected] of cases)
      expect(await balance("SNS", code)).toEqual({ status: 200, body: { balance: expected } });
    for (const alias of [...voucherStoreAliases, "sns"])
      expect((await balance(alias, "NSW-KIDS-2501")).status).toBe(200);
    const refusal = { status: 422, body: { error: "Store not supported" } };
    for (const alias of ["HPU", "RBK", "", "nowhere"])
      expect(await balance(alias, "NSW-KIDS-2501")).toEqual(refusal);
  });

  test("an unknown, an expired and an empty code are refused in words, a failing one fails", async () => {
    expect(await balance("CLK", "NSW-NO-SUCH")).toMatchObject({
      status: 404,
      body: { error: "There is no voucher with this code." },
    });
    expect(await balance("CLK", "NSW-KIDS-2401")).toMatchObject({
      status: 422,
      body: { error: "This voucher expired on 21 October 2026." },
    });
    expect((await balance("CLK", " ")).status).toBe(400);
    expect((await api.get("/api/nswvoucher/balance?storealias=CLK")).status).toBe(400);
    expect((await balance("CLK", "NSW-KIDS-2599")).status).toBe(500);
  });

  test("no code gets into the log, nor one into the database [vouchers#secret]", async () => {
    await balance("CLK", "SECRET-CODE-1");
    await balance("CLK", "NSW-KIDS-2599");
    expect(logged).toContain("request failed");
    expect(logged).toContain("/api/nswvoucher/balance");
    expect(logged).not.toMatch(/SECRET-CODE|NSW-KIDS/i);
    const { rows } = await connection.executeSql("select * from vouchers");
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/NSW/i);
  });
});
