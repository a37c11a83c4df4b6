import { Writable } from "node:stream";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { voucherStoreAliases } from "#contract/vouchers.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";

describe.each(testDatabases())("vouchers on $name", ({ open }) => {
  let logged = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const used = useApi(open, { log: pino({ level: "trace" }, stream) });

  const balance = (storealias: string, vouchercode: string) =>
    used.api.get(`/api/nswvoucher/balance?${new URLSearchParams({ storealias, vouchercode })}`);

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
    expect((await balance("CLK", "NSW-NO-SUCH")).body).toEqual({
      error: "There is no voucher with this code.",
    });
    expect((await balance("CLK", "NSW-KIDS-2401")).body).toEqual({
      error: "This voucher expired on 21 October 2026.",
    });
    const statuses = ["NSW-NO-SUCH", "NSW-KIDS-2401", " ", "NSW-KIDS-2599"].map((code) =>
      balance("CLK", code),
    );
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 422, 400, 500]);
  });

  test("no code gets into the log, nor one into the database [vouchers#secret]", async () => {
    await balance("CLK", "SECRET-CODE-1");
    await balance("CLK", "NSW-KIDS-2599");
    expect(logged).toContain("request failed");
    expect(logged).toContain("/api/nswvoucher/balance");
    expect(logged).not.toMatch(/SECRET-CODE|NSW-KIDS/i);
    const { rows } = await used.connection.executeSql("select * from vouchers");
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/NSW/i);
  });
});
