import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
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

test("a file is transmitted once, however often it is requested", async () => {
  const staged = await folder.stage("a.edi", bytes);
  const place = await folder.transmit(staged, "a.edi");
  expect(await readFile(place, "utf8")).toBe("UNA");
  await rm(place);
  expect(await folder.transmit(staged, "a.edi")).toBe(place);
  expect(await readdir(join(home, "out"))).toEqual([]);
});

test("a file that the partner has not fetched is not written over [edi#folder]", async () => {
  await writeFile(join(home, "out", "a.edi"), "an earlier one");
  const staged = await folder.stage("a.edi", bytes);
  const place = await folder.transmit(staged, "a.edi");
  expect(place).toBe(join(home, "out", "a-2.edi"));
  expect(await readFile(join(home, "out", "a.edi"), "utf8")).toBe("an earlier one");
  expect(await readFile(place, "utf8")).toBe("UNA");
});

test("a name leads to no other folder, and a file that is still being written is passed over", async () => {
  expect(await folder.transmit(await folder.stage("../../up.edi", bytes), "../../up.edi")).toBe(
    join(home, "out", ".._.._up.edi"),
  );
  await writeFile(join(home, "in", ".half.edi"), bytes);
  await writeFile(join(home, "in", "whole.edi"), bytes);
  const [whole, ...others] = await folder.listInbound();
  if (!whole) throw new Error("No file is listed");
  expect([whole.name, ...others]).toEqual(["whole.edi"]);
  await folder.accept(whole);
  await folder.accept(whole);
  expect(await folder.listInbound()).toEqual([]);
});

test("any name is read and settled: of other separators, of bytes that are no text, of the longest length", async () => {
  const names = ["out\\orders-1.edi", "a b'c.edi", "Bestellung-\u00e4.edi", "n".repeat(255)].map((name) =>
    Buffer.from(name),
  );
  for (const name of [...names, Buffer.from([0x66, 0xff, 0xfe])])
    await writeFile(Buffer.concat([Buffer.from(join(home, "in/")), name]), bytes);
  const files = await folder.listInbound();
  expect(files).toHaveLength(5);
  for (const file of files) {
    expect(await folder.readInbound(file)).toEqual(Buffer.from(bytes));
    await folder.accept(file);
  }
  expect(await folder.listInbound()).toEqual([]);
  expect(await readdir(join(home, "done"))).toHaveLength(5);
});

test("a file that grows after it was settled returns whole", async () => {
  await writeFile(join(home, "in", "late.edi"), bytes);
  const [late] = await folder.listInbound();
  if (!late) throw new Error("No file is listed");
  await folder.accept(late);
  await folder.reclaim(new Date(Date.now() - 60_000));
  expect(await folder.listInbound()).toEqual([]);
  const [settled = ""] = await readdir(join(home, "done"));
  await appendFile(join(home, "done", settled), ":+.? '");
  await folder.reclaim(new Date(Date.now() - 60_000));
  const [back] = await folder.listInbound();
  expect(back).toMatchObject({ name: "late.edi", size: 9 });
});

test("a file that returns waits for another one of its name, and overwrites none", async () => {
  const inbound = join(home, "in", "twice.edi");
  await writeFile(inbound, bytes);
  const [first] = await folder.listInbound();
  if (!first) throw new Error("No file is listed");
  await folder.accept(first);
  const settled = (await readdir(join(home, "done"))).find((name) => name.endsWith("twice.edi")) ?? "";
  await appendFile(join(home, "done", settled), ":+.? '");
  await writeFile(inbound, "another");
  await folder.reclaim(new Date(Date.now() - 60_000));
  expect(await readFile(inbound, "utf8")).toBe("another");
  await rm(inbound);
  await folder.reclaim(new Date(Date.now() - 60_000));
  expect(await folder.listInbound()).toMatchObject([{ name: "twice.edi", size: 9 }]);
  await rm(inbound);
});

test("a refused file has its reason beside it, and returns without it when it grows, whatever its name", async () => {
  for (const name of ["n".repeat(255), "2026-11-20T00-00-00-000Z-3-reason-a.txt"]) {
    await writeFile(join(home, "in", name), bytes);
    const [refused] = await folder.listInbound();
    if (!refused) throw new Error("No file is listed");
    await folder.refuse(refused, "It is too large.");
    // Another process has moved it before.
    await folder.refuse(refused, "It is too large.");
    const quarantine = join(home, "quarantine");
    const [settled = "", reason = "", ...others] = (await readdir(quarantine)).sort();
    expect(others).toEqual([]);
    expect(reason).toMatch(/^reason-.*\.txt$/);
    expect(await readFile(join(quarantine, reason), "utf8")).toBe("It is too large.\n");
    await appendFile(join(quarantine, settled), ":+.? '");
    await folder.reclaim(new Date(Date.now() - 60_000));
    expect(await readdir(quarantine)).toEqual([]);
    const [back] = await folder.listInbound();
    expect(back?.size).toBe(9);
    await rm(back?.path ?? "");
  }
});

test("only old staged files that nothing refers to are removed", async () => {
  const [stored, left, fresh] = [
    await folder.stage("kept.edi", bytes),
    await folder.stage("left.edi", bytes),
    await folder.stage("fresh.edi", bytes),
  ];
  const longAgo = new Date("2026-01-01T00:00:00Z");
  for (const name of [stored, left]) await utimes(join(home, "staged", name), longAgo, longAgo);
  await folder.tidy(new Set([stored]), new Date("2026-06-01T00:00:00Z"));
  expect((await readdir(join(home, "staged"))).sort()).toEqual([stored, fresh].sort());
});
