import { asc, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { searchedInterchanges } from "#platform/domains/edi/interchanges/pages.ts";
import { searchedEdiOrders } from "#platform/domains/edi/orders/pages.ts";
import { searchedExos } from "#platform/domains/exos/pages.ts";
import { searchedOrders } from "#platform/domains/orders/pages.ts";
import { testDatabases } from "#tests/support/databases.ts";
import type { Connection, Database } from "./connect.ts";
import { ediInterchanges, ediOrders } from "./schema/edi.ts";
import { exos } from "./schema/exos.ts";
import { orders } from "./schema/orders.ts";
import { containsRarely, containsUnindexed, holds, type SearchedList } from "./search.ts";
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
  "no such",
];

/** Every column that is looked through for two letters, and its index; those of whole texts hold plain forms as well. */
const columns: {
  name: string;
  list: SearchedList;
  column: AnyPgColumn;
  index: string;
  odd: string;
  lines?: true;
}[] = [
  {
    name: "orders",
    list: searchedOrders,
    column: orders.searchText,
    index: "orders_search",
    odd: "orders_search_without_plain_form",
    lines: true,
  },
  {
    name: "returns",
    list: searchedExos,
    column: exos.searchText,
    index: "exos_search",
    odd: "exos_search_without_plain_form",
    lines: true,
  },
  ...(
    [
      ["control references", ediInterchanges.controlReference, "edi_interchanges_reference_search"],
      ["documents", ediInterchanges.documentIdentifiers, "edi_interchanges_document_search"],
      ["packages", ediInterchanges.packageNumbers, "edi_interchanges_package_search"],
      ["orders of interchanges", ediInterchanges.orderNumbers, "edi_interchanges_order_search"],
    ] as const
  ).map(([name, column, index]) => ({
    name,
    list: searchedInterchanges,
    column,
    index,
    odd: "edi_interchanges_odd_letters",
  })),
  ...(
    [
      ["EDI orders", ediOrders.documentIdentifier, "edi_orders_document_search"],
      ["orders of EDI orders", ediOrders.utopiaOrderNumber, "edi_orders_number_search"],
      ["packages of EDI orders", ediOrders.packageNumbers, "edi_orders_package_search"],
    ] as const
  ).map(([name, column, index]) => ({
    name,
    list: searchedEdiOrders,
    column,
    index,
    odd: "edi_orders_odd_letters",
  })),
];

/** A column as the database names it. */
const named = ({ name }: AnyPgColumn) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const plans = z.object({ rows: z.array(z.object({ "QUERY PLAN": z.string() })) });

const positions = z.array(z.object({ position: z.number() }));

describe.each(testDatabases())("two letters, on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  describe.each(columns)("in $name", ({ list, column, index, odd, lines }) => {
    const texts = lines ? placed.map((text) => searchLines([text])) : placed;

    /** Runs it on rows that hold these texts, and leaves the database as it was. */
    async function placedIn<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
      const done: T[] = [];
      const undone = new Error("Undone");
      const all = connection.database.transaction(async (transaction) => {
        const { position } = list;
        const rows = await transaction
          .select({ position })
          .from(position.table)
          .orderBy(asc(position))
          .limit(texts.length);
        expect(rows).toHaveLength(texts.length);
        for (const [at, row] of positions.parse(rows).entries())
          await transaction.execute(
            sql`update ${position.table} set ${sql.identifier(named(column))} = ${texts[at]}
              where ${position} = ${row.position}`,
          );
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
      (
        await transaction
          .select({ text: column })
          .from(column.table)
          .where(condition)
          .orderBy(asc(list.position))
      ).map(({ text }) => text);

    test("are found wherever they stand", async () => {
      const found = await placedIn((transaction) =>
        textsWith(transaction, containsRarely(list, column, "qz")),
      );
      expect([...found].sort()).toEqual(texts.filter((text) => /qz/i.test(text)).sort());
    });

    test.each(["an", "QZ", "z7", "x-qz", "qz@", "-q", "7", "00", "明", "qz明"])(
      "and other short texts find what reading every row finds: %s",
      async (text) => {
        const [looked, held, read] = await placedIn(async (transaction) => [
          await textsWith(transaction, containsRarely(list, column, text)),
          await textsWith(transaction, await holds(transaction, list, column, text)),
          await textsWith(transaction, containsUnindexed(column, text)),
        ]);
        expect(looked).toEqual(read);
        expect(held).toEqual(read);
      },
    );

    test("are looked up by indexes alone", async () => {
      const plan = await placedIn(async (transaction) =>
        plans.parse(
          await transaction.execute(
            sql`explain select 1 from ${column.table} where ${containsRarely(list, column, "qz")}`,
          ),
        ),
      );
      const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines).toContain("BitmapOr");
      expect(lines).toMatch(new RegExp(`Bitmap Index Scan on ${index}\\b`));
      expect(lines).toContain(`Bitmap Index Scan on ${odd}`);
      expect(lines).not.toMatch(/Seq Scan|Index Scan using/);
    });
  });
});
