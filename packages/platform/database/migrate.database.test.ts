import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { lockDirectory } from "#database/directoryLock.ts";
import { createIdentityRecords, dropExpiredIdentityRecords } from "#platform/identity/store.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { testAnchor } from "../../../tests/support/testSeed.ts";
import { migrate } from "./migrate.ts";
import { identityRecords } from "./schema/platform.ts";
import { metaProducts } from "./schema/products.ts";

const databases = testDatabases();

describe.each(databases)("the database on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(async () => {
    await connection.close();
  });

  test("migrating and seeding again, also concurrently, changes nothing", async () => {
    const { database } = connection;
    expect(await Promise.all([migrate(database), migrate(database)])).toEqual([0, 0]);
    const again = { size: "demo", anchor: testAnchor } as const;
    expect(await Promise.all([seed(database, seedParts, again), seed(database, seedParts, again)])).toEqual([
      0, 0,
    ]);
    const [{ products } = { products: 0 }] = await database.select({ products: count() }).from(metaProducts);
    expect(products).toBe(676);
  });

  test("the identity provider's records are stored, replaced, removed, and expire", async () => {
    const { database } = connection;
    const records = createIdentityRecords(database);
    const value = { list: [1, "two", null], nested: { flag: true } };
    await records.set("one", value);
    await records.set("two", "brief", 60);
    await records.set("over", "gone", -1);
    expect(await records.get("one")).toEqual(value);
    expect(await records.get("two")).toBe("brief");
    expect(await records.get("over")).toBeUndefined();
    await records.set("one", "replaced", 60);
    expect(await records.get("one")).toBe("replaced");
    await dropExpiredIdentityRecords(database);
    expect(await database.select({ key: identityRecords.key }).from(identityRecords)).toHaveLength(2);
    await records.delete("one");
    expect(await records.get("one")).toBeUndefined();
    expect(await records.get("never")).toBeUndefined();
  });
});

test("a folder is one process's alone, in words, until it is given back", async () => {
  const directory = await mkdtemp(join(tmpdir(), "utopia-lock-"));
  const giveBack = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow("Another process uses");
  await giveBack();
  const giveBackAgain = await lockDirectory(directory);
  await giveBackAgain();
  await rm(directory, { recursive: true, force: true });
});
