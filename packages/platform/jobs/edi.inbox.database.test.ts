import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import { attentionOf } from "#platform/domains/edi/operations/attention.ts";
import { type EdiFolder, openEdiFolder } from "#platform/outside/ediFolder.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { fileOf, linesFrom, ordersMessage } from "../../../tests/support/ediFiles.ts";
import { createInbox } from "./edi.ts";

const log = pino({ level: "silent" });
// Each test has an hour of its own.
let start = new Date("2026-11-20T00:00:00Z");
const minutesOn = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(testDatabases())("the partner's folder on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let folder: EdiFolder;

  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());
  beforeEach(async () => {
    start = minutesOn(60);
    home = await mkdtemp(join(tmpdir(), "utopia-inbox-"));
    folder = await openEdiFolder(home);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const file = (reference: string) => fileOf(reference, [ordersMessage(`PO-${reference}`, linesFrom(1))]);
  const write = async (name: string, text: string, at: Date, where = "in") => {
    const path = join(home, where, name);
    await appendFile(path, text);
    await utimes(path, at, at);
  };
  const inbox = (over: Partial<EdiFolder> = {}) =>
    createInbox({ database: connection.database, folder: { ...folder, ...over }, fileLimit: 4 }, log);
  const taken = async () =>
    connection.database
      .select({
        file: ediFiles.name,
        reference: ediInterchanges.controlReference,
        direction: ediInterchanges.direction,
        state: ediInterchanges.state,
        streams: ediInterchanges.streams,
        histories: ediInterchanges.histories,
        handledAt: ediInterchanges.handledAt,
      })
      .from(ediInterchanges)
      .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
      .where(eq(ediInterchanges.createdAt, minutesOn(0)))
      .orderBy(desc(ediInterchanges.position));

  test("a file without an interchange, and one that is too large, are refused with their reasons [edi#file-refused]", async () => {
    await write("holiday.jpg", "\u00ff\u00d8 a picture", minutesOn(-9));
    await write("large.edi", file("1").padEnd(4097, "\n"), minutesOn(-8));
    await write("largest.edi", file("2").padEnd(4096, "\n"), minutesOn(-7));
    expect(await inbox()(minutesOn(0))).toBe(3);
    expect(await readdir(join(home, "in"))).toEqual([]);
    const refused = (await readdir(join(home, "quarantine"))).sort();
    const endings = ["holiday.jpg", "large.edi", "holiday.jpg.txt", "large.edi.txt"];
    expect(refused).toEqual(endings.map((ending) => expect.stringMatching(`-${ending}$`)));
    const reasons = refused.slice(2).map((name) => readFile(join(home, "quarantine", name), "utf8"));
    expect(await Promise.all(reasons)).toEqual([
      expect.stringContaining("no interchange header (UNB)"),
      expect.stringMatching(/^The file is larger than 4 KB, .* Nothing of it was read/),
    ]);
    expect((await taken()).map((one) => one.file)).toEqual(["largest.edi", "holiday.jpg"]);
  });

  test("a file that cannot be read, and one with a name of other separators, hold up no other [edi#folder]", async () => {
    const refused = Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open", path: "in/a.edi" });
    const take = inbox({
      readInbound: async (one) => {
        if (one.name === "a.edi") throw refused;
        return folder.readInbound(one);
      },
    });
    for (const [index, name] of ["a.edi", "out\\orders-1.edi", "b.edi", "c.edi"].entries())
      await write(name, file(String(index)), minutesOn(index - 9));
    expect(await take(minutesOn(0))).toBe(3);
    expect((await taken()).map((one) => one.file)).toEqual(["c.edi", "b.edi", "out\\orders-1.edi"]);
    expect(await readdir(join(home, "in"))).toEqual(["a.edi"]);
  });

  test("a file is taken in when it is whole, however long its sender pauses", async () => {
    const take = inbox();
    const [first, second] = [file("1"), file("2")];
    await write("growing.edi", first.slice(0, 400), minutesOn(-5));
    expect(await take(minutesOn(0))).toBe(0);
    await write("growing.edi", first.slice(400), minutesOn(-4));
    expect(await take(minutesOn(0))).toBe(1);
    expect(await taken()).toMatchObject([{ reference: "1", direction: "inbound", state: "new" }]);
    // Its sender continues writing to the moved file.
    const [settled = ""] = await readdir(join(home, "done"));
    const now = new Date();
    await write(settled, second, minutesOn(-3), "done");
    expect(await inbox()(now)).toBe(1);
    const references = await connection.database
      .select({ reference: ediInterchanges.controlReference })
      .from(ediInterchanges)
      .where(eq(ediInterchanges.createdAt, now))
      .orderBy(desc(ediInterchanges.position));
    expect(references.map(({ reference }) => reference)).toEqual(["2", "1"]);
  });

  test("a file that stays truncated is reported once, and taken in when the rest arrives", async () => {
    const whole = file("7");
    await write("cut.edi", whole.slice(0, 400), minutesOn(-16));
    expect(await inbox()(minutesOn(0))).toBe(0);
    expect(await inbox()(minutesOn(0))).toBe(0);
    const message = await taken();
    expect(message).toMatchObject([{ file: "cut.edi", direction: "unspecified", state: "failed" }]);
    expect(message.flatMap((one) => attentionOf(one)).join()).toContain("ends before its interchange does");
    expect(await readdir(join(home, "in"))).toEqual(["cut.edi"]);
    await write("cut.edi", whole.slice(400), minutesOn(-1));
    expect(await inbox()(minutesOn(0))).toBe(1);
    expect((await taken())[0]).toMatchObject({ reference: "7", direction: "inbound", state: "new" });
  });

  test("a file that the database refuses is retried before later ones", async () => {
    const names: string[] = [];
    let failures = 2;
    const take = inbox({
      readInbound: async (one) => {
        names.push(one.name);
        if (one.name === "first.edi" && failures > 0) {
          failures -= 1;
          throw new Error("the connection broke");
        }
        return folder.readInbound(one);
      },
    });
    await writeFile(join(home, "in", "first.edi"), "");
    await write("first.edi", file("1"), minutesOn(-9));
    await write("second.edi", file("2"), minutesOn(-8));
    expect(await take(minutesOn(0))).toBe(0);
    expect(await take(minutesOn(0))).toBe(0);
    expect(await take(minutesOn(0))).toBe(2);
    expect(names).toEqual(["first.edi", "first.edi", "first.edi", "second.edi"]);
  });
});
