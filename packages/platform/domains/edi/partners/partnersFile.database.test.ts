import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { testDatabases } from "../../../../../tests/support/databases.ts";
import { parsePartners, partnersFileReader, savePartners } from "./partnersFile.ts";
import { termsOf } from "./repository.ts";

const [engine] = testDatabases();
if (!engine) throw new Error("There is no database to test with");
let connection: Connection;
let home: string;
beforeAll(async () => {
  connection = await engine.open();
  home = await mkdtemp(join(tmpdir(), "utopia-partners-"));
});
afterAll(async () => {
  await connection.close();
  await rm(home, { recursive: true, force: true });
});

const location = { street1: "1 Sturt St", suburb: "Ballarat", state: "VIC", postcode: "3350" };

const row = (identification: string, over: object = {}) => ({
  ...{ name: identification, identification, our_identification: "UTOPIA", store: "MYR" },
  ...over,
});

test("the file's rows are the partners, read again when it changes; a broken one keeps the last good one, and is reported [edi#partners-file, edi#terms]", async () => {
  const { database } = connection;
  const path = join(home, "partners.json");
  const reports: unknown[] = [];
  const read = partnersFileReader(database, path, {
    info: () => undefined,
    error: ({ err }: { err?: unknown }) => reports.push(err),
  });
  const known = async () => {
    const rows = await database.select().from(ediPartners).orderBy(asc(ediPartners.identification));
    return rows.map(({ identification, name }) => [identification, name]);
  };
  const write = async (text: string) => {
    await writeFile(path, text);
    await read();
  };

  await write(JSON.stringify([row("ALFA", { terms: { currency: "NZD" } }), row("BRAVO")]));
  const good = [
    ["ALFA", "ALFA"],
    ["BRAVO", "BRAVO"],
  ];
  expect(await known()).toEqual(good);
  expect(await termsOf(database, "ALFA")).toMatchObject({ currency: "NZD", reference_window_days: 365 });
  expect(reports).toEqual([]);

  const broken = [
    "[{",
    JSON.stringify([row("ALFA"), row("ALFA")]),
    JSON.stringify([row("CHARLIE", { store: "NONE" })]),
    // Misspelt, and without effect if it were ignored.
    JSON.stringify([row("ALFA", { terms: { price_tolerance: 5 } })]),
    JSON.stringify([row("ALFA", { syntax_identifier: "UNOY", wrap_width: 80 })]),
    JSON.stringify([row("ALFA", { terms: { time_zone: "Mars/Olympus" } })]),
    JSON.stringify([row("ALFA", { terms: { locations: { "1": { ...location, suburb: "" } } } })]),
    JSON.stringify([row("ALFA", { terms: { locations: { "1": { ...location, stat: "VIC" } } } })]),
  ];
  for (const text of broken) {
    await write(text);
    expect(await known()).toEqual(good);
  }
  await rm(path);
  await read();
  await read();
  expect(await known()).toEqual(good);
  expect(reports.map(String)).toEqual(
    [
      "no JSON",
      "1.identification",
      "0.store",
      "price_tolerance",
      "0.wrap_width",
      "time zone",
      "0.terms.locations.1.suburb",
      "stat",
      "no such file",
    ].map((words) => expect.stringContaining(words)),
  );

  await write(JSON.stringify([row("BRAVO", { name: "Bravo Pty" })]));
  expect(await known()).toEqual([["BRAVO", "Bravo Pty"]]);
});

test("a file that cannot be looked at is not said to be missing, and its reason is said once", async () => {
  const reports: unknown[] = [];
  const inFile = join(home, "no-folder");
  await writeFile(inFile, "");
  const read = partnersFileReader(connection.database, join(inFile, "partners.json"), {
    info: () => undefined,
    error: ({ err }: { err?: unknown }) => reports.push(err),
  });
  await read();
  await read();
  expect(reports.map(String)).toEqual([expect.stringContaining("not a directory")]);
});

test("the demo's file is good, and so is the one that docs/edi.md shows", async () => {
  const documented = /```json\n(.*?)```/s.exec(await readFile("docs/edi.md", "utf8"))?.[1] ?? "";
  for (const text of [documented, await readFile("packages/platform/partners.json", "utf8")])
    await savePartners(connection.database, parsePartners(text));
});
