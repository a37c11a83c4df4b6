import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection } from "#platform/database/connect.ts";
import { blobs, exos, storedFiles } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { noteFile, storeBlob } from "#platform/domains/exos/blobs/repository.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { findCustomer, forgetCustomer } from "./forget.ts";

const people = z.object({ rows: z.array(z.object({ email: z.string(), name: z.string() })) });

describe.each(testDatabases())("a customer who is forgotten on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let files: FileStore;
  /** Somebody with a return of an order of theirs. */
  let person: { email: string; name: string };
  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "forget-"));
    files = await openFolderStore(home);
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
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true });
  });

  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list("")) keys.push(key);
    return keys;
  };

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
    expect((await forgetCustomer(database, files, person.email)).open).toContain(first);
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
      const slip = {
        id: `exos/${id}/return-slip.pdf`,
        contentType: "application/pdf",
        fileName: "slip.pdf",
        content: new Uint8Array([2]),
        createdAt: new Date(),
      };
      await noteFile(database, await storeBlob(files, slip));
      // Of a step that was not taken: no row names it.
      await storeBlob(files, { ...slip, content: new Uint8Array([3]) });
    }
    const amounts = async () =>
      (await database.select({ id: orders.id, amount: orders.amount }).from(orders)).sort((one, other) =>
        one.id < other.id ? -1 : 1,
      );
    const before = await amounts();
    const kept = await database.$count(blobs);
    await files.put("returns/of-another/file", new Uint8Array([4]), "application/pdf");

    const away = { ...files, remove: () => Promise.reject(new FileStoreFailure("The store is away")) };
    await expect(forgetCustomer(database, away, person.email)).rejects.toThrow("The store is away");
    expect(await findCustomer(database, person.email)).toEqual({ ...records, open: [] });

    expect(await forgetCustomer(database, files, person.email)).toEqual({ ...records, open: [] });
    expect(await database.$count(storedFiles)).toBe(0);
    expect(await stored()).toEqual(["returns/of-another/file"]);

    const after = await everything(records);
    expect(after.toLowerCase()).not.toContain(person.email.toLowerCase());
    expect(after).not.toContain(person.name);
    expect(await amounts()).toEqual(before);
    expect(await database.$count(blobs)).toBeLessThan(kept);
    expect(await findCustomer(database, person.email)).toEqual({ orders: [], returns: [], open: [] });
    const nobody = { orders: [], returns: [], open: [] };
    expect(await forgetCustomer(database, files, person.email)).toEqual(nobody);
  });
});
