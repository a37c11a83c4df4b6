import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "#database/connect.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { ediInterchanges, ediOrders } from "./schema/edi.ts";
import { ediOrderNumbers, interchangeNumbers } from "./schema/ediStored.ts";
import { exos } from "./schema/exos.ts";
import { orders } from "./schema/orders.ts";
import { contains, countedPage, fieldContains, searchLines, searchTextContains, wordIn } from "./search.ts";

/** Positions of two letters: among others, alone, at an edge, and next to letters without an ASCII form. */
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

const wanted = ["qz", "an", "QZ", "z7", "x-qz", "qz@", "-q", "7", "00", "明", "qz明", "øqz", "éqz", "eqze"];

const idRows = z.object({ rows: z.array(z.object({ id: z.string() })).length(placed.length) });

type Search = { column: AnyPgColumn; index: string; numbers?: SQL };

const searches: Search[] = [
  { column: orders.searchText, index: "orders_search" },
  { column: exos.searchText, index: "exos_search" },
  ...[
    ediInterchanges.controlReference,
    ediInterchanges.documentIdentifiers,
    ediInterchanges.packageNumbers,
    ediInterchanges.orderNumbers,
  ].map((column) => ({ column, index: "edi_interchanges_search", numbers: interchangeNumbers })),
  ...[ediOrders.utopiaOrderNumber, ediOrders.documentIdentifier, ediOrders.packageNumbers].map((column) => ({
    column,
    index: "edi_orders_search",
    numbers: ediOrderNumbers,
  })),
];

describe.each(testDatabases())("short texts, on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  describe.each(searches)("in $index, $column.name", ({ column, index, numbers }) => {
    const { table } = column;
    const id = sql.identifier("id");
    const stored = (text: string) => (numbers ? text : searchLines([text]));
    const holds = (text: string) =>
      numbers ? fieldContains(numbers, column, text) : searchTextContains(column, text);

    /**
     * Runs `work` on rows with these texts and rolls back. Sequential scans are off, so that few rows use an index as
     * well.
     */
    async function placedIn<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
      const done: T[] = [];
      const undone = new Error("Undone");
      const all = connection.database.transaction(async (transaction) => {
        const name = sql.identifier(column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
        const rows = await transaction.execute(sql`select ${id} as id from ${table} limit ${placed.length}`);
        for (const [at, row] of idRows.parse(rows).rows.entries())
          await transaction.execute(
            sql`update ${table} set ${name} = ${stored(placed[at] ?? "")} where ${id} = ${row.id}`,
          );
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
      (await transaction.select({ text: column }).from(table).where(found))
        .map(({ text }) => String(text))
        .sort();

    test("find the same as reading every row", async () => {
      const found = await placedIn(async (transaction) => {
        const all: [string, string[], string[]][] = [];
        for (const text of wanted) {
          const every = sql`strpos(lower(${column}), lower(${text})) > 0`;
          all.push([text, await textsWith(transaction, holds(text)), await textsWith(transaction, every)]);
        }
        return all;
      });
      for (const [text, looked, every] of found) expect(looked, text).toEqual(every);
      expect(found[0]?.[1].length).toBeGreaterThanOrEqual(placed.length - 1);
    });

    test("of two letters are looked up in the index of three", async () => {
      const plan = await placedIn((transaction) =>
        transaction.execute(sql`explain select 1 from ${table} where ${holds("qz")}`),
      );
      expect(JSON.stringify(plan)).toContain(`Bitmap Index Scan on ${index}`);
    });
  });
});

const foundRows = z.object({ rows: z.tuple([z.object({ found: z.boolean() })]) });

describe.each(testDatabases())("texts that look the same, on $name", ({ open }) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  const stored = "Men\u2019s O\u02bcBrien 250\u20116428685 Zoe\u0308";

  test.each(["men's", "\u2018O\u2019Brien\u2019", "250\u20136428685,", "250-6", "'s o", "n\u00b4s"])(
    "are the same in a column, and in a search text: %s [find#folding]",
    async (typed) => {
      const text = wordIn(typed) ?? "";
      for (const is of [
        contains(sql`${stored}::text`, text),
        searchTextContains(sql`${searchLines([stored])}::text`, text),
      ]) {
        const result = await connection.database.execute(sql`select ${is} as found`);
        expect(foundRows.parse(result).rows[0].found).toBe(true);
      }
    },
  );

  test("are not what looks different", async () => {
    const is = contains(sql`${"Menxs 250.6428685"}::text`, "men's");
    expect(foundRows.parse(await connection.database.execute(sql`select ${is} as found`)).rows[0].found).toBe(
      false,
    );
  });

  test("are stored as a plain keyboard writes them, too", () => {
    expect(searchLines([stored]).split("\n")).toEqual([
      stored,
      "Men's O'Brien 250-6428685 Zo\u00eb",
      "Men's O'Brien 250-6428685 Zoe",
    ]);
  });
});

describe.each(testDatabases())("a page of a list, on $name", ({ open }) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  const size = 40;
  const idsOf = async (isDescending: boolean, page: number) => {
    const { database } = connection;
    const listed = {
      where: undefined,
      order: { by: [exos.createdAt, exos.position], isDescending },
      page,
      size,
    };
    const { isListed, order, pages } = await countedPage(database, exos.position, listed);
    const rows = await database
      .select({ id: exos.id })
      .from(exos)
      .where(isListed)
      .orderBy(...order);
    return { ids: rows.map(({ id }) => id), pages };
  };

  test("is the same from either end, the last one with what is left, and none follows it", async () => {
    const all = await connection.database
      .select({ id: exos.id })
      .from(exos)
      .orderBy(exos.createdAt, exos.position);
    const oldestFirst = all.map(({ id }) => id);
    for (const inOrder of [oldestFirst, [...oldestFirst].reverse()]) {
      const isDescending = inOrder !== oldestFirst;
      const { pages } = await idsOf(isDescending, 1);
      expect(pages).toBe(Math.ceil(all.length / size));
      for (let page = 1; page <= pages + 2; page += 1)
        expect((await idsOf(isDescending, page)).ids).toEqual(inOrder.slice((page - 1) * size, page * size));
    }
  });

  test("at the end is read from the end: only its rows are visited", async () => {
    const { database } = connection;
    const order = { by: [exos.position], isDescending: true };
    const { isListed } = await countedPage(database, exos.position, {
      where: undefined,
      order,
      page: 4,
      size,
    });
    const plan = await database.transaction(async (transaction) => {
      await transaction.execute(sql`set local enable_seqscan = off`);
      return transaction.execute(
        sql`explain (analyze, timing off, costs off) select 1 from ${exos} where ${isListed}`,
      );
    });
    const visited = /exos_1 \(actual rows=(\d+)/.exec(JSON.stringify(plan))?.[1];
    expect(Number(visited)).toBe((await idsOf(true, 4)).ids.length);
  });
});
