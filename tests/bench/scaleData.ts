import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Connection, Database } from "#database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { seedParts as loadedParts } from "#platform/database/schema/platform.ts";
import { seedParts } from "#platform/resources.ts";
import { orderAt } from "#platform/seed/orders/orders.ts";
import { orderTimeline } from "#platform/seed/orders/timeline.ts";
import { loadStores } from "#platform/seed/products/products.ts";
import { batchSize, insertRows, seed, withoutIndexes } from "#platform/seed/seed.ts";

// Not measured by size, and a large seed of products alone takes minutes.
const leftOut = ["products", "label products"];
const size = "large";

/** Fills a database step by step, with this many orders and returns, and up to 100,000 EDI documents. */
export type GrowingDatabase = { growTo(rows: number): Promise<void> };

const columnRows = z.object({ rows: z.array(z.object({ column_name: z.string() })) });
const countRows = z.object({ rows: z.array(z.object({ count: z.coerce.number() })) });

async function countOf(database: Database, table: string): Promise<number> {
  const { rows } = countRows.parse(
    await database.execute(sql`select count(*) as count from ${sql.identifier(table)}`),
  );
  return rows[0]?.count ?? 0;
}

/**
 * Copies a table's rows until it has this many. Copies differ in the columns of `changed`, by SQL in which `t` is the
 * row, `copy` counts the copies from 1, and `k` is a number that no earlier copy of this table had.
 */
async function copyTo(
  database: Database,
  table: string,
  rows: number,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const templates = await countOf(database, table);
  if (templates >= rows) return;
  const { rows: columns } = columnRows.parse(
    await database.execute(
      sql`select column_name from information_schema.columns where table_schema = current_schema()
          and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`,
    ),
  );
  const names = columns.map(({ column_name }) => column_name);
  const values = names.map((name) => changed[name] ?? `t."${name}"`);
  const isPlaced = names.includes("position");
  await database.execute(
    sql.raw(`insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")})
      select ${values.join(", ")}
      from generate_series(1, ${Math.ceil(rows / templates) - 1}) as copy
      cross join lateral (select copy + ${templates} as k) as numbered
      cross join "${table}" as t
      where ${isPlaced ? `t.position + copy * ${templates} <= ${rows}` : "true"}`),
  );
}

const newId = "md5(t.id || ':' || k)::uuid::text";
const everyLine = (column: string) => `regexp_replace(t."${column}", '(?=\\n|$)', k::text, 'g')`;

async function copyReturns(database: Database, rows: number): Promise<void> {
  const templates = await countOf(database, "exos");
  const newName = `'EXO-' || lpad((t.position + copy * ${templates})::text, 6, '0')`;
  await copyTo(database, "exos", rows, {
    id: newId,
    position: `t.position + copy * ${templates}`,
    name: newName,
    ra_number: "t.ra_number || k",
    search_text: `replace(replace(t.search_text, t.id, ${newId}), t.name, ${newName})`,
    created_at: "t.created_at - k * interval '7 minutes'",
    updated_at: "t.updated_at - k * interval '7 minutes'",
  });
}

async function copyDocuments(database: Database, rows: number): Promise<void> {
  await copyTo(database, "edi_files", rows, {
    id: newId,
    drop_key: "t.drop_key || ':' || k",
    name: "k || '-' || t.name",
  });
  const interchanges = await countOf(database, "edi_interchanges");
  await copyTo(database, "edi_interchanges", rows, {
    id: newId,
    position: `t.position + copy * ${interchanges}`,
    cause: "t.cause || ':' || k",
    control_reference: "t.control_reference || k",
    document_identifiers: everyLine("document_identifiers"),
    package_numbers: `case t.package_numbers when '' then '' else ${everyLine("package_numbers")} end`,
    step_at: "null",
    created_at: "t.created_at - k * interval '11 minutes'",
  });
  const orders = await countOf(database, "edi_orders");
  await copyTo(database, "edi_orders", rows, {
    id: newId,
    position: `t.position + copy * ${orders}`,
    document_identifier: "t.document_identifier || k",
    utopia_order_number: "t.utopia_order_number || k",
    package_numbers: `case t.package_numbers when '' then '' else ${everyLine("package_numbers")} end`,
    step_at: "null",
    created_at: "t.created_at - k * interval '11 minutes'",
  });
}

const copiedTables = ["exos", "edi_files", "edi_interchanges", "edi_orders"];
const maxDocuments = 100_000;

/**
 * An empty database, ready to grow. Orders are those of the large seed, oldest first; returns and EDI documents are
 * renumbered copies of its own. None of them is due.
 */
export async function growing({ database }: Connection): Promise<GrowingDatabase> {
  await migrate(database);
  const anchor = new Date();
  await loadStores(database);
  for (const part of [...leftOut, "orders"]) {
    await database.insert(loadedParts).values({ part, size, rows: 0, finishedAt: anchor });
  }
  const timeline = orderTimeline(size, anchor);
  let held = 0;

  async function addOrders(rows: number): Promise<void> {
    let batch: (typeof orders.$inferInsert)[] = [];
    for (; held < rows; held += 1) {
      const { value: place, done } = timeline.next();
      if (done) throw new Error(`The large seed has ${held} orders only`);
      batch.push(orderAt(place, size, anchor).row);
      if (batch.length < batchSize && held + 1 < rows) continue;
      await insertRows(database, orders, batch);
      batch = [];
    }
  }

  return {
    async growTo(rows) {
      await withoutIndexes(database, ["orders"], () => addOrders(rows));
      await seed(database, seedParts, { size, anchor });
      await withoutIndexes(database, copiedTables, async () => {
        await copyReturns(database, rows);
        await copyDocuments(database, Math.min(rows, maxDocuments));
      });
      for (const table of ["orders", ...copiedTables]) {
        await database.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
      }
    },
  };
}
