import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { sweep } from "./sweep.server.ts";

onPortalDatabases((database) => {
  test("what has expired is deleted from whichever table, and nothing else [records#expiry]", async () => {
    await database().execute(sql`create table swept (n int, expires_at timestamptz not null)`);
    await database().execute(
      sql`insert into swept values (1, now() - interval '1 second'), (2, now() + interval '1 hour')`,
    );
    await sweep(database());
    expect(await database().execute(sql`select n from swept`)).toMatchObject({ rows: [{ n: 2 }] });
  });
});
