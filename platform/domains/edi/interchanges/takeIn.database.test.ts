import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getInterchanges } from "#contract/ediPartner.ts";
import type { Connection } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges, ediParts } from "#platform/database/schema/edi.ts";
import { dropLostParts, keepInParts } from "#platform/domains/edi/documents/longBytes.ts";
import { readFileFacts } from "#platform/domains/edi/interchanges/fileFacts.ts";
import { takeIn, takeInInterrupted, takeInRead } from "#platform/domains/edi/interchanges/takeIn.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { crashingDatabase } from "#tests/support/crashingDatabase.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, idsIn, settled } from "#tests/support/ediBench.ts";
import { fileOf, linesFrom, longOrderFile, ordersMessage } from "#tests/support/ediFiles.ts";

const databases = testDatabases();

describe.each(databases)("files of a partner on $name", ({ name: database, open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const { next, readInterchange, drop, dropOne } = ediBench(() => api);

  test("broken files are kept whole, with what was found in its place", async () => {
    const good = fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]);
    const cut = good.slice(0, 300);
    const truncated = await dropOne(cut);
    expect(truncated.stream_statuses?.["interchange/receive"]?.state).toBe("rejected");
    expect(truncated.interchange_text).toBe(cut);
    expect(truncated.findings?.some(({ severity }) => severity === "error")).toBe(true);

    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256);
    const unreadable = await dropOne(noise);
    expect(unreadable).toMatchObject({ transmission_direction: "unspecified", acknowledged: false });
    expect(unreadable.stream_statuses?.["interchange/receive"]?.state).toBe("failed");
    const bytes = await api.app.inject({
      url: `${documents}/interchanges/${unreadable.id}/text?form=bytes`,
      headers: { authorization: `Bearer ${await api.mint()}` },
    });
    expect(new Uint8Array(bytes.rawPayload)).toEqual(noise);

    const [one, two] = [fileOf(next(), [ordersMessage("A", [])]), fileOf(next(), [ordersMessage("B", [])])];
    const damaged = two.replace(/UNZ\+1/, "UNZ+2");
    const ids = await drop(`${one}\r\n${damaged}`);
    expect(ids).toHaveLength(2);
    const [first, second] = await Promise.all(ids.map(readInterchange));
    expect([first?.interchange_text, second?.interchange_text]).toEqual([`${one}\r\n`, damaged]);
    expect(first?.finding_counts).toMatchObject({ error: 0 });
    const [finding] = second?.findings?.filter(({ severity }) => severity === "error") ?? [];
    expect(damaged.slice(Number(finding?.position?.offset)).startsWith("UNZ")).toBe(true);
  });

  test("a file handed in twice under one key is taken in once; an empty and a huge one not at all", async () => {
    const file = fileOf(next(), [ordersMessage(`PO-${next()}`, [])]);
    const [first, second] = [await api.drop(file, "a.edi", "once"), await api.drop(file, "a.edi", "once")];
    expect(idsIn(second.body)).toEqual(idsIn(first.body));
    expect((await api.drop("")).status).toBe(400);
    expect(await api.drop(new Uint8Array(12_000_001))).toEqual({
      status: 413,
      body: { error: "The file is larger than 12 MB" },
    });
  });

  test("a file whose taking in is interrupted is gone on with, each interchange once", async () => {
    const numbers = Array.from({ length: 40 }, next);
    const file = numbers.map((number) => fileOf(number, [ordersMessage(`PO-${number}`, [])])).join("\n");
    const drop = {
      key: `interrupted-${next()}`,
      name: "many.edi",
      origin: "upload",
      content: Buffer.from(file),
    } as const;
    const { database } = connection;
    const crashing = crashingDatabase(database, (transaction) => transaction > 2);
    await expect(takeIn(crashing, drop, new Date())).rejects.toThrow("The process died");
    const taken = async () => {
      const found = await database
        .select({ number: ediInterchanges.controlReference })
        .from(ediInterchanges)
        .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
        .where(eq(ediFiles.dropKey, drop.key))
        .orderBy(asc(ediInterchanges.position));
      return found.map(({ number }) => number);
    };
    const half = await taken();
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(numbers.length);

    // The next platform goes on by itself, and so does whoever hands the file in again; also at the same time.
    const [goneOn, again] = await Promise.all([
      takeInInterrupted(database, new Date()),
      takeIn(database, drop, new Date()),
    ]);
    expect(goneOn).toBe(1);
    expect(await taken()).toEqual(numbers);
    expect(again.interchangeIds).toHaveLength(numbers.length);
    expect(await takeInInterrupted(database, new Date())).toBe(0);
  });

  test("a file of more interchanges than one statement reads is answered with all of them, in their order", async () => {
    const { database } = connection;
    const count = 503;
    // Nothing of it is left to be processed.
    const [unreadable] = await readFileFacts(Buffer.from("no interchange"));
    const [readable] = await readFileFacts(Buffer.from(fileOf(next(), [ordersMessage(`PO-${next()}`, [])])));
    if (!(unreadable && readable)) throw new Error("Nothing was read");
    const drop = {
      key: `many-${next()}`,
      name: "many.edi",
      origin: "upload",
      content: Buffer.from("many"),
    } as const;
    const facts = [...Array.from({ length: count - 1 }, () => unreadable), readable];
    const taken = await takeInRead(database, drop, facts, new Date());
    const stored = await database
      .select({ id: ediInterchanges.id })
      .from(ediInterchanges)
      .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
      .where(eq(ediFiles.dropKey, drop.key))
      .orderBy(asc(ediInterchanges.position));
    expect(taken.interchangeIds).toEqual(stored.map(({ id }) => id));
    expect(new Set(taken.interchangeIds).size).toBe(count);
    // The only one that can be read comes last.
    expect(taken.isUnreadable).toBe(false);
    expect(await takeIn(database, drop, new Date())).toEqual(taken);
  }, 120_000);

  test("an interrupted file that fails again does not stop the next one", async () => {
    const { database } = connection;
    const drops = ["first", "second"].map((name) => ({
      key: `${name}-${next()}`,
      name: `${name}.edi`,
      origin: "upload" as const,
      content: Buffer.from(fileOf(next(), [ordersMessage(`PO-${next()}`, [])])),
    }));
    for (const drop of drops)
      await expect(
        takeIn(
          crashingDatabase(database, () => true),
          drop,
          new Date(),
        ),
      ).rejects.toThrow("died");
    const failingOnce = crashingDatabase(database, (transaction) => transaction === 1);
    await expect(takeInInterrupted(failingOnce, new Date())).rejects.toThrow("failed again: 1");
    const isArriving = async () => {
      const files = await database.select().from(ediFiles).where(eq(ediFiles.isArriving, true));
      return files.map(({ name }) => name);
    };
    expect(await isArriving()).toEqual(["first.edi"]);
    expect(await takeInInterrupted(database, new Date())).toBe(1);
    expect(await isArriving()).toEqual([]);
  });

  test("long bytes come back as they came, and what a process that died left of them goes", async () => {
    const { database } = connection;
    const file = Uint8Array.from({ length: 300_001 }, (_, index) => (index * 7919) % 251);
    const taken = await dropOne(file);
    const bytes = await api.app.inject({
      url: `${documents}/interchanges/${taken.id}/text?form=bytes`,
      headers: { authorization: `Bearer ${await api.mint()}` },
    });
    expect(Buffer.compare(bytes.rawPayload, file)).toBe(0);

    const lost = `lost-${next()}`;
    const at = new Date("2026-11-20T00:00:00Z");
    await keepInParts(database, lost, file, at);
    const partsOf = (ownerId: string) =>
      database.select({ number: ediParts.number }).from(ediParts).where(eq(ediParts.ownerId, ownerId));
    expect(await partsOf(lost)).toHaveLength(2);
    await dropLostParts(database, at);
    expect(await partsOf(lost)).toHaveLength(2);
    await dropLostParts(database, new Date(Date.now() + 3_600_000));
    expect(await partsOf(lost)).toHaveLength(0);
    expect(await partsOf(taken.id)).not.toHaveLength(0);
  });

  // Ten megabytes for the embedded database, which is the slower one; the reading before it is the same.
  const megabytes = database === "PGlite" ? 10 : 2;
  test(`${megabytes} megabytes are taken in while the platform goes on answering`, async () => {
    const file = longOrderFile(megabytes * 23_000);
    expect(file.length).toBeGreaterThan(megabytes * 1_000_000);
    let isTaken = false;
    const taken = drop(file).finally(() => {
      isTaken = true;
    });
    for (let answers = 0; answers < 5; answers += 1) {
      expect((await api.get(`${documents}/orders?page=1`)).status).toBe(200);
      expect(isTaken).toBe(false);
    }
    const [id = ""] = await taken;
    // No warehouse packs an order of that many lines: it waits for a person.
    const read = await settled(
      () => readInterchange(id),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/receive"]?.state).toBe("manual"),
    );
    expect(read).toMatchObject({ messages_reduced: true, segment_count: expect.any(Number) });
    expect(read.interchange_text ?? undefined).toBeUndefined();
    expect((await api.text(`${documents}/interchanges/${id}/text`)).body).toBe(file);
  }, 240_000);

  test("a file that lies in the folder is taken in, and one that is none is put aside", async () => {
    const name = `dropped-${next()}.edi`;
    await writeFile(
      join(api.ediFolder, "in", name),
      fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]),
    );
    await writeFile(join(api.ediFolder, "in", "holiday.jpg"), Uint8Array.from([0xff, 0xd8, 0, 1, 2]));
    const stored = async (folder: string) => (await readdir(join(api.ediFolder, folder))).join();
    await vi.waitFor(
      async () => {
        expect(await stored("done")).toContain(name);
        expect(await stored("quarantine")).toContain("holiday.jpg");
        expect(await stored("in")).toBe("");
        expect(await stored("staged")).toBe("");
      },
      { timeout: 20_000, interval: 100 },
    );
    const { body } = await api.get(`${documents}/interchanges?page=1`);
    const { rows } = getInterchanges.answer.parse(body);
    expect(JSON.stringify(rows.map(({ raw }) => raw))).toContain(name);
  });
});
