import { asc, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { testDatabases } from "#tests/support/databases.ts";
import type { Connection, Database } from "./connect.ts";
import { orders } from "./schema/orders.ts";
import { containsRarely, containsUnindexed } from "./search.ts";

/** Where two letters may stand: among others, alone, at an edge, and beside letters that have no plain form. */
const placed = [
  "aqzb",
  "qz",
  "QZ7",
  "7qz",
  "x-qz",
  "qz@b",
  "first\nqz\nlast",
  "李qz明",
  "ßqz",
  "qzØ",
  "no such",
];

const plans = z.object({ rows: z.array(z.object({ "QUERY PLAN": z.string() })) });

describe.each(testDatabases())("two letters, on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  /** Runs it on orders that hold these texts, and leaves the database as it was. */
  async function placedIn<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
    const done: T[] = [];
    const undone = new Error("Undone");
    const all = connection.database.transaction(async (transaction) => {
      const rows = await transaction.select({ id: orders.id }).from(orders).limit(placed.length);
      for (const [index, { id }] of rows.entries())
        await transaction.update(orders).set({ searchText: placed[index] }).where(eq(orders.id, id));
      // So few rows are read faster without an index.
      await transaction.execute(sql`set local enable_seqscan = off`);
      done.push(await work(transaction));
      throw undone;
    });
    await expect(all).rejects.toBe(undone);
    const [result] = done;
    if (result === undefined) throw new Error("Nothing came of it");
    return result;
  }

  const textsWith = async (transaction: Database, condition: SQL) =>
    (await transaction.select().from(orders).where(condition).orderBy(asc(orders.position))).map(
      ({ searchText }) => searchText,
    );

  test("are found wherever they stand", async () => {
    const found = await placedIn((transaction) =>
      textsWith(transaction, containsRarely(orders.searchText, "qz")),
    );
    expect([...found].sort()).toEqual(placed.filter((text) => /qz/i.test(text)).sort());
  });

  test.each(["an", "QZ", "z7", "x-qz", "qz@", "-q", "7", "明", "qz明"])(
    "and other short texts find what reading every row finds: %s",
    async (text) => {
      const [looked, read] = await placedIn(async (transaction) => [
        await textsWith(transaction, containsRarely(orders.searchText, text)),
        await textsWith(transaction, containsUnindexed(orders.searchText, text)),
      ]);
      expect(looked).toEqual(read);
    },
  );

  test("are looked up by indexes alone", async () => {
    const plan = await placedIn(async (transaction) =>
      plans.parse(
        await transaction.execute(
          sql`explain select 1 from orders where ${containsRarely(orders.searchText, "qz")}`,
        ),
      ),
    );
    const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toContain("BitmapOr");
    expect(lines).toMatch(/Bitmap Index Scan on orders_search\b/);
    expect(lines).toContain("Bitmap Index Scan on orders_search_without_plain_form");
    expect(lines).not.toMatch(/Seq Scan|Index Scan using/);
  });
});
