import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { type Read, readBatch, readOne } from "./batchRead.server.ts";
import { moment } from "./columns.ts";

const things = pgTable("batch_things", { lastName: text().notNull(), at: moment().notNull() });
const rowsOf = z.array(z.object({ last_name: z.string(), at: z.coerce.date() }));
const noon = new Date("2026-11-30T12:00:00Z");
const names = [`O'Brien "the 2nd"`, "\u6f22\u{1f455} \\ {}", ""];

onPortalDatabases((database) => {
  beforeAll(async () => {
    await database().execute(
      sql`create table batch_things (last_name text not null, at timestamptz not null)`,
    );
    await database()
      .insert(things)
      .values(names.map((lastName) => ({ lastName, at: noon })));
  });

  const all = (): Read<{ name: string; at: Date }[]> => ({
    query: database().select().from(things),
    parse: (rows) => rowsOf.parse(rows).map(({ last_name: name, at }) => ({ name, at })),
  });
  const howMany = (named: string): Read<number> => ({
    query: database()
      .select({ one: sql`1`.as("one") })
      .from(things)
      .where(sql`${things.lastName} = ${named}`),
    parse: (rows) => z.array(z.object({ one: z.literal(1) })).parse(rows).length,
  });

  test("several reads are one statement, each with its own rows and parameters", async () => {
    let calls = 0;
    const counted = database.watchedBy((call) => {
      calls += 1;
      return call();
    });
    const reads = { all: all(), first: howMany(names[0] ?? ""), none: howMany("nobody") };
    expect(await readBatch(counted, reads)).toEqual({
      all: names.map((name) => ({ name, at: noon })),
      first: 1,
      none: 0,
    });
    expect(calls).toBe(1);
    expect(await readOne(counted, howMany(""))).toBe(1);
  });

  test("what one of them can't read fails all, as its own query would", async () => {
    const wrong: Read<never> = {
      query: database().select().from(things),
      parse() {
        throw new Error("not as it was stored");
      },
    };
    await expect(readBatch(database(), { all: all(), wrong })).rejects.toThrow("not as it was stored");
  });
});
