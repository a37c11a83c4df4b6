import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { tableBounds } from "#app/core/database/bounds.ts";
import { repository } from "#tests/support/processes.ts";

test("every table of the portal says what bounds its rows, and none is named that there is not [errors#quotas]", async () => {
  const modules: object[] = await Promise.all(
    readdirSync(join(repository, "app"), { recursive: true, encoding: "utf8" })
      .filter((path) => basename(path) === "tables.ts")
      .map((path) => import(join(repository, "app", path))),
  );
  const tables = modules.flatMap((module) =>
    Object.values(module).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])),
  );
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.sort()).toEqual(Object.keys(tableBounds).sort());
});
