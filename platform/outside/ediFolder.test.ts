import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EdiFolder, openEdiFolder } from "./ediFolder.ts";

let home: string;
let folder: EdiFolder;
const bytes = new TextEncoder().encode("UNA");

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "utopia-folder-"));
  folder = await openEdiFolder(home);
});
afterEach(() => rm(home, { recursive: true, force: true }));

test("a file is transmitted once, however often it is asked for", async () => {
  const staged = await folder.stage("a.edi", bytes);
  const place = await folder.transmit(staged, "a.edi");
  expect(await readFile(place, "utf8")).toBe("UNA");
  await rm(place);
  expect(await folder.transmit(staged, "a.edi")).toBe(place);
  expect(await readdir(join(home, "out"))).toEqual([]);
});

test("a name leads to no other folder, and a file that is still being written is passed over", async () => {
  expect(await folder.transmit(await folder.stage("../../up.edi", bytes), "../../up.edi")).toBe(
    join(home, "out", ".._.._up.edi"),
  );
  await writeFile(join(home, "in", ".half.edi"), bytes);
  await writeFile(join(home, "in", "whole.edi"), bytes);
  expect((await folder.listInbound()).map(({ name }) => name)).toEqual(["whole.edi"]);
  await folder.settle("whole.edi", "done");
  await folder.settle("whole.edi", "done");
  expect(await folder.listInbound()).toEqual([]);
});

test("only old staged files that nobody waits for are removed", async () => {
  const [kept, left, fresh] = [
    await folder.stage("kept.edi", bytes),
    await folder.stage("left.edi", bytes),
    await folder.stage("fresh.edi", bytes),
  ];
  const longAgo = new Date("2026-01-01T00:00:00Z");
  for (const name of [kept, left]) await utimes(join(home, "staged", name), longAgo, longAgo);
  await folder.tidy(new Set([kept]), new Date("2026-06-01T00:00:00Z"));
  expect((await readdir(join(home, "staged"))).sort()).toEqual([kept, fresh].sort());
});
