import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabases } from "#tests/support/databases.ts";
import type { Connection, Database } from "./connect.ts";
import { ediInterchanges } from "./schema/edi.ts";
import { exos } from "./schema/exos.ts";
import { orders } from "./schema/orders.ts";
import { contains, searchTextContains } from "./search.ts";
import { searchLines } from "./searchText.ts";

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
  "éqzé",
  "Øqzß-7",
  "no such",
];

const texts = ["qz", "an", "QZ", "z7", "x-qz", "qz@", "-q", "7", "00", "明", "qz明", "øqz", "éqz", "eqze"];

const searches = [
  { name: "orders", table: orders, column: orders.searchText, index: "orders_search", lines: true },
  { name: "returns", table: exos, column: exos.searchText, index: "exos_search", lines: true },
  {
    name: "documents of interchanges",
    table: ediInterchanges,
    column: ediInterchanges.documentIdentifiers,
    index: undefined,
    lines: false,
  },
];

describe.each(testDatabases())("short texts, on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  describe.each(searches)("in $name", ({ table, column, index, lines }) => {
    const stored = (text: string) => (lines ? searchLines([text]) : text);
    const condition = lines ? searchTextContains : contains;

    /** Runs it on rows that hold these texts, where so few rows are read through an index as well, and undoes all. */
    async function placedIn<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
      const done: T[] = [];
      const undone = new Error("Undone");
      const all = connection.database.transaction(async (transaction) => {
        const rows = await transaction.select({ id: table.id }).from(table).limit(placed.length);
        expect(rows).toHaveLength(placed.length);
        for (const [at, { id }] of rows.entries())
          await transaction
            .update(table)
            .set({ [lines ? "searchText" : "documentIdentifiers"]: stored(placed[at] ?? "") })
            .where(eq(table.id, id));
        await transaction.execute(sql`set local enable_seqscan = off`);
        done.push(await work(transaction));
        throw undone;
      });
      await expect(all).rejects.toBe(undone);
      const [result] = done;
      if (result === undefined) throw new Error("Nothing came of it");
      return result;
    }

    const textsWith = async (transaction: Database, found: SQL) =>
      (
        await transaction
          .select({ text: column as AnyPgColumn })
          .from(table)
          .where(found)
      )
        .map(({ text }) => String(text))
        .sort();

    test.each(texts)("find what reading every row finds: %s", async (text) => {
      const [found, every] = await placedIn(async (transaction) => [
        await textsWith(transaction, condition(column, text)),
        await textsWith(transaction, sql`strpos(lower(${column}), lower(${text})) > 0`),
      ]);
      expect(found).toEqual(every);
      if (text === "qz") expect(found.length).toBeGreaterThanOrEqual(placed.length - 1);
    });

    test.runIf(index)("of two letters are looked up in the index of three", async () => {
      const plan = await placedIn((transaction) =>
        transaction.execute(sql`explain select 1 from ${table} where ${condition(column, "qz")}`),
      );
      expect(JSON.stringify(plan)).toContain(`Bitmap Index Scan on ${index}`);
    });
  });
});
