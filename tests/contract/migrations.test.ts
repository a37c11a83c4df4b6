import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

const files = ["packages/platform/database/migrations", "app/core/database/migrations"].flatMap((folder) =>
  readdirSync(join(repository, folder))
    .filter((file) => file.endsWith(".sql"))
    .map((file) => `${folder}/${file}`),
);

/**
 * Migrations that drop something, each with the version that stopped using it: one version later, since two versions
 * run side by side during an update.
 */
const contracted: Record<string, string> = {
  "packages/platform/database/migrations/0002_control_number_runs.sql":
    "none: a primary key that no version names takes one more column",
};

/** Statements that break the previous version: dropped, renamed, retyped or newly required columns. */
const contracting = [
  /\bdrop\s+(table|column|type|function|trigger|view|schema|constraint|expression)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\b(?![^;]*\b(default|generated)\b)[^;]*\bnot\s+null\b/i,
  /\badd\s+constraint\b[^;]*\b(check|unique|foreign)\b/i,
  /\bcreate\s+unique\s+index\b/i,
  /\b(truncate|delete\s+from)\b/i,
];

/** A new table may be strict: no running version uses it. */
function contractionsIn(sql: string): string[] {
  const made = new Set(
    [...sql.matchAll(/create table (?:if not exists )?"(\w+)"/gi)].map(([, table]) => table),
  );
  return sql
    .split(/--> statement-breakpoint|;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => contracting.some((pattern) => pattern.test(statement)))
    .filter((statement) => !made.has(/(?:table|on) "(\w+)"/i.exec(statement)?.[1]));
}

const read = (file: string) => readFileSync(join(repository, file), "utf8");

test("a migration only adds, unless nothing uses the dropped part", () => {
  const wrong = files
    .filter((file) => contracted[file] === undefined)
    .flatMap((file) => contractionsIn(read(file)).map((statement) => `${file}: ${statement.slice(0, 100)}`));
  expect(wrong).toEqual([]);
});

describe("a destructive migration is recognised", () => {
  test.each([
    'DROP TABLE "seed_marks" CASCADE;',
    'ALTER TABLE "edi_orders" DROP COLUMN "messages";',
    'ALTER TABLE "edi_orders" ALTER COLUMN "package_numbers" DROP EXPRESSION;',
    'ALTER TABLE "edi_orders" ALTER COLUMN "lines" SET DATA TYPE json;',
    'ALTER TABLE "orders" ALTER COLUMN "amount" SET NOT NULL;',
    'ALTER TABLE "orders" ADD COLUMN "weight" integer NOT NULL;',
    'ALTER TABLE "orders" RENAME COLUMN "amount" TO "total";',
    'CREATE UNIQUE INDEX "one" ON "orders" USING btree ("status");',
    'DELETE FROM "orders";',
  ])("%s", (sql) => {
    expect(contractionsIn(sql)).toHaveLength(1);
  });
  test.each([
    'ALTER TABLE "orders" ADD COLUMN "weight" integer DEFAULT 0 NOT NULL;',
    'ALTER TABLE "orders" ADD COLUMN "parcel" jsonb;',
    'CREATE INDEX IF NOT EXISTS "one" ON "orders" USING btree ("status");',
    'CREATE TABLE "new" ("id" text PRIMARY KEY NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "new" ("id");',
  ])("%s only adds", (sql) => {
    expect(contractionsIn(sql)).toEqual([]);
  });
});
