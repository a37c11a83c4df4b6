import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { moment } from "#app/core/database/columns.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { trimToQuota } from "./quota.server.ts";

const files = pgTable("quota_files", {
  id: text().primaryKey(),
  subject: text().notNull(),
  bytes: integer().notNull(),
  createdAt: moment().notNull().default(sql`clock_timestamp()`),
});
const quota = { maxEntries: 3, maxBytes: 100 };

onPortalDatabases((database) => {
  beforeAll(() =>
    database().execute(
      sql`create table quota_files (id text primary key, subject text not null, bytes int not null,
            created_at timestamptz not null default clock_timestamp())`,
    ),
  );

  const store = (id: string, bytes: number, subject: string, owner: { subject: string } | "everybody") =>
    database().transaction(async (transaction) => {
      const row = { id, subject, bytes, createdAt: sql`clock_timestamp()` };
      await transaction.insert(files).values(row).onConflictDoUpdate({ target: files.id, set: row });
      await trimToQuota(transaction, files, owner, quota);
    });
  const stored = async (...subjects: string[]) => {
    const rows = await database().select().from(files).orderBy(files.createdAt);
    return rows.flatMap(({ id, subject }) => (subjects.includes(subject) ? [id] : []));
  };

  test("the oldest are removed for new ones, by number and by bytes; another owner's stay [errors#quotas]", async () => {
    const owner = { subject: "sam" };
    await store("lee's", 100, "lee", { subject: "lee" });
    for (const id of ["a", "b", "c"]) await store(id, 10, "sam", owner);
    expect(await stored("sam")).toEqual(["a", "b", "c"]);
    await store("d", 10, "sam", owner);
    expect(await stored("sam")).toEqual(["b", "c", "d"]);
    await store("b", 90, "sam", owner);
    expect(await stored("sam"), "the same again, larger").toEqual(["d", "b"]);
    await store("e", 101, "sam", owner);
    expect(await stored("sam"), "the newest stays, whatever its size").toEqual(["e"]);
    expect(await stored("lee")).toEqual(["lee's"]);
  });

  test("concurrent writes never exceed the quota, of a person or of everybody [errors#quotas]", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => store(`ray${n}`, 1, "ray", { subject: "ray" })));
    expect(await stored("ray")).toHaveLength(3);
    await Promise.all(Array.from({ length: 8 }, (_, n) => store(`all${n}`, 1, `one${n % 4}`, "everybody")));
    expect(await database().$count(files)).toBe(3);
  });
});
