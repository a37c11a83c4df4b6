import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection } from "#platform/database/connect.ts";
import { blobs, exos, storedFiles } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { findCustomer, forgetCustomer } from "./forget.ts";

const people = z.object({ rows: z.array(z.object({ email: z.string(), name: z.string() })) });

describe.each(testDatabases())("a customer who is forgotten on $name", ({ open }) => {
  let connection: Connection;
  /** Somebody with a return of an order of theirs. */
  let person: { email: string; name: string };
  beforeAll(async () => {
    connection = await open();
    const found = await connection.database.execute(
      sql`select orders.document -> 'customer' ->> 'email' as email, orders.document -> 'customer' ->> 'name' as name
          from orders join exos on exos.original_order_id = orders.document ->> 'sourceId'
            and exos.email_address = orders.document -> 'customer' ->> 'email'
          where orders.document -> 'customer' ->> 'name' is not null limit 1`,
    );
    const [one] = people.parse(found).rows;
    if (!one) throw new Error("The seed has no return of a named customer");
    person = one;
  });
  afterAll(() => connection.close());

  const everything = async (records: { orders: string[]; returns: string[] }) => {
    const { database } = connection;
    const rows: unknown[] = [];
    for (const id of records.orders)
      rows.push(...(await database.select().from(orders).where(eq(orders.id, id))));
    for (const id of records.returns)
      rows.push(...(await database.select().from(exos).where(eq(exos.id, id))));
    return JSON.stringify(rows);
  };

  test("who is still served is not, and nothing is changed", async () => {
    const { database } = connection;
    const records = await findCustomer(database, person.email.toUpperCase());
    expect(records.orders.length).toBeGreaterThan(0);
    expect(records.returns.length).toBeGreaterThan(0);
    const [first = ""] = records.orders;
    await database.update(orders).set({ status: "PROCESSING" }).where(eq(orders.id, first));
    expect((await forgetCustomer(database, person.email)).open).toContain(first);
    expect(await everything(records)).toContain(person.email);
  });

  test("who is served is in no order, no return, no search and no file; numbers and amounts stay", async () => {
    const { database } = connection;
    const records = await findCustomer(database, person.email);
    for (const id of records.orders)
      await database.update(orders).set({ status: "COMPLETE", stepAt: null }).where(eq(orders.id, id));
    for (const id of records.returns) {
      await database.update(exos).set({ status: "completed", stepAt: null }).where(eq(exos.id, id));
      await database
        .insert(blobs)
        .values({
          id: `exos/${id}/return-label.pdf`,
          contentType: "application/pdf",
          fileName: "label.pdf",
          content: new Uint8Array([1]),
          createdAt: new Date(),
        })
        .onConflictDoNothing();
      await database.insert(storedFiles).values({
        id: `exos/${id}/return-slip.pdf`,
        key: `returns/${id}`,
        contentType: "application/pdf",
        fileName: "slip.pdf",
        size: 1,
        sha256: "",
        createdAt: new Date(),
      });
    }
    const amounts = async () =>
      (await database.select({ id: orders.id, amount: orders.amount }).from(orders)).sort((one, other) =>
        one.id < other.id ? -1 : 1,
      );
    const before = await amounts();
    const files = await database.$count(blobs);

    const done = await forgetCustomer(database, person.email);
    expect(done).toEqual({ ...records, open: [], files: expect.any(Array) });
    expect(done.files.sort()).toEqual(records.returns.map((id) => `returns/${id}`).sort());
    expect(await database.$count(storedFiles)).toBe(0);

    const after = await everything(records);
    expect(after.toLowerCase()).not.toContain(person.email.toLowerCase());
    expect(after).not.toContain(person.name);
    expect(await amounts()).toEqual(before);
    expect(await database.$count(blobs)).toBeLessThan(files);
    expect(await findCustomer(database, person.email)).toEqual({ orders: [], returns: [], open: [] });
    expect(await forgetCustomer(database, person.email)).toEqual({
      orders: [],
      returns: [],
      open: [],
      files: [],
    });
  });
});
