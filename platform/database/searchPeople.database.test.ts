import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { productCodes } from "#platform/domains/metaproducts/codes.ts";
import { readDocument } from "#platform/domains/orders/rules.ts";
import { searchTextOf } from "#platform/domains/orders/searchText.ts";
import { testDatabases } from "#tests/support/databases.ts";
import type { Connection } from "./connect.ts";
import { exos } from "./schema/exos.ts";
import { metaProducts } from "./schema/metaproducts.ts";
import { orders } from "./schema/orders.ts";

const migration = new URL("./migrations/0015_search_people.sql", import.meta.url);
const texts = z.object({ rows: z.array(z.object({ id: z.string(), text: z.string() })) });

const linesOf = (text: string): string[] => [...new Set(text.split("\n"))].sort();
const byId = (rows: readonly { id: string; text: string }[]) =>
  new Map(rows.map(({ id, text }) => [id, linesOf(text)]));

describe.each(testDatabases())("what the records of before are found by, on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  const textsNow = async () => {
    const { database } = connection;
    const [ofOrders, ofExos, ofProducts] = [
      await database.execute(sql`select id, search_text as text from orders`),
      await database.execute(sql`select id, search_text as text from exos`),
      await database.execute(sql`select id, codes as text from meta_products`),
    ].map((read) => byId(texts.parse(read).rows));
    return { ofOrders, ofExos, ofProducts };
  };

  test("is the same after the migration as what is written for new ones", async () => {
    const { database } = connection;
    const written = await textsNow();
    const [order] = await database.select().from(orders).limit(1);
    const [product] = await database.select().from(metaProducts).limit(1);
    expect(linesOf(order?.searchText ?? "")).toEqual(
      linesOf(searchTextOf(order?.id ?? "", order?.document ?? {})),
    );
    expect(linesOf(product?.codes ?? "")).toEqual(
      linesOf(productCodes(product?.groupId ?? "", product?.variants ?? [])),
    );
    // As it was: ids, codes and email addresses alone.
    for (const { id, document } of await database.select().from(orders)) {
      const { sourceId, externalSourceID, customer, lineItems, shipments } = readDocument(document);
      const before = [
        id,
        sourceId,
        externalSourceID,
        customer?.ap21CustomerCode,
        customer?.email,
        ...(lineItems ?? []).map(({ levelCode }) => levelCode),
        ...(shipments ?? []).map(({ conNote }) => conNote),
      ];
      await database
        .update(orders)
        .set({ searchText: before.filter(Boolean).join("\n") })
        .where(sql`id = ${id}`);
    }
    for (const exo of await database.select().from(exos)) {
      const { id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress } = exo;
      const before = [id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress];
      await database
        .update(exos)
        .set({ searchText: before.filter(Boolean).join("\n") })
        .where(sql`id = ${id}`);
    }
    await database.execute(sql`update meta_products set codes = group_id || coalesce(
      (select string_agg(E'\n' || (variant->>'productSku'), '') from jsonb_array_elements(variants) as variant), '')`);
    for (const statement of (await readFile(migration, "utf8")).split("--> statement-breakpoint")) {
      await database.execute(sql.raw(statement));
    }
    const migrated = await textsNow();
    expect(migrated.ofOrders).toEqual(written.ofOrders);
    expect(migrated.ofExos).toEqual(written.ofExos);
    expect(migrated.ofProducts).toEqual(written.ofProducts);
  });
});
