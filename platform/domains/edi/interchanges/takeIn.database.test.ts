import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges, ediOrders, ediParts } from "#platform/database/schema/edi.ts";
import { dropLostParts, keepInParts } from "#platform/domains/edi/documents/storable.ts";
import { readFileFacts } from "#platform/domains/edi/interchanges/fileFacts.ts";
import { type Inbound, inboundAt, readInbound } from "#platform/domains/edi/interchanges/inbound.ts";
import { findInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { takeIn, takeInInterrupted, takeInRead } from "#platform/domains/edi/interchanges/takeIn.ts";
import { type ReceiveStep, receiveStepOf, takeReceiveStep } from "#platform/domains/edi/receive.ts";
import { seedPartner } from "#platform/seed/edi/texts.ts";
import { useApi } from "#tests/support/api.ts";
import { crashingDatabase } from "#tests/support/crashingDatabase.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, idsIn, settled, stateOf } from "#tests/support/ediBench.ts";
import { fileOf, linesFrom, longOrderFile, ordersMessage } from "#tests/support/ediFiles.ts";

const at = new Date("2026-11-20T00:00:00Z");
const noise = (length: number, modulus: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 7919) % modulus);

let handedOver = 0;
/** A file under a key of its own. */
const handed = (name: string, content: string) => {
  handedOver += 1;
  const key = `${name}-${handedOver}`;
  return { key, name: `${name}.edi`, origin: "upload", content: Buffer.from(content) } as const;
};

describe.each(testDatabases())("files of a partner on $name", ({ name: engine, open }) => {
  const used = useApi(open);
  const { next, readInterchange, drop, dropOne } = ediBench(() => used.api);

  const fileWith = (reference = next()) => fileOf(reference, [ordersMessage(`PO-${reference}`, [])]);
  /** The interchanges of a file, in order. */
  const madeOf = ({ key }: { key: string }) =>
    used.connection.database
      .select({ id: ediInterchanges.id, number: ediInterchanges.controlReference })
      .from(ediInterchanges)
      .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
      .where(eq(ediFiles.dropKey, key))
      .orderBy(asc(ediInterchanges.position));
  const bytesOf = async (id: string) => {
    const headers = { authorization: `Bearer ${await used.api.mint()}` };
    const url = `${documents}/interchanges/${id}/text?form=bytes`;
    return (await used.api.app.inject({ url, headers })).rawPayload;
  };

  test("broken files are stored whole, with their findings", async () => {
    const cut = fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]).slice(0, 300);
    const truncated = await dropOne(cut);
    expect(stateOf(truncated, "interchange/receive")).toBe("rejected");
    expect(truncated.interchange_text).toBe(cut);
    expect(truncated.findings?.some(({ severity }) => severity === "error")).toBe(true);

    const unreadable = await dropOne(noise(5000, 256));
    expect(unreadable).toMatchObject({ transmission_direction: "unspecified", acknowledged: false });
    expect(stateOf(unreadable, "interchange/receive")).toBe("failed");
    expect(new Uint8Array(await bytesOf(unreadable.id))).toEqual(noise(5000, 256));

    const [one, damaged] = [fileWith(), fileWith().replace(/UNZ\+1/, "UNZ+2")];
    const [first, second, ...others] = await Promise.all(
      (await drop(`${one}\r\n${damaged}`)).map(readInterchange),
    );
    expect(others).toEqual([]);
    expect([first?.interchange_text, second?.interchange_text]).toEqual([`${one}\r\n`, damaged]);
    expect(first?.finding_counts).toMatchObject({ error: 0 });
    const [finding] = second?.findings?.filter(({ severity }) => severity === "error") ?? [];
    expect(damaged.slice(Number(finding?.position?.offset)).startsWith("UNZ")).toBe(true);
  });

  test("a file handed in twice under one key is taken in once; an empty and a huge one not at all", async () => {
    const file = fileWith();
    const dropOnce = async () => idsIn((await used.api.drop(file, "a.edi", "once")).body);
    expect(await dropOnce()).toEqual(await dropOnce());
    expect((await used.api.drop("")).status).toBe(400);
    expect((await used.api.drop(new Uint8Array(12_000_001))).status).toBe(413);
  });

  test("an interrupted intake is resumed, each interchange once", async () => {
    const { database } = used.connection;
    const numbers = Array.from({ length: 40 }, next);
    const file = handed("many", numbers.map(fileWith).join("\n"));
    const crashing = crashingDatabase(database, (transaction) => transaction > 2);
    await expect(takeIn(crashing, file, new Date())).rejects.toThrow("The process died");
    const half = await madeOf(file);
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(numbers.length);

    // The next platform process resumes, as does a second upload of the file; also concurrently.
    const [goneOn, again] = await Promise.all([
      takeInInterrupted(database, new Date()),
      takeIn(database, file, new Date()),
    ]);
    expect(goneOn).toBe(1);
    expect((await madeOf(file)).map(({ number }) => number)).toEqual(numbers);
    expect(again.interchangeIds).toHaveLength(numbers.length);
    expect(await takeInInterrupted(database, new Date())).toBe(0);
  });

  test("a file of more interchanges than one statement reads is answered with all of them, in their order", async () => {
    const { database } = used.connection;
    // Leaves none of it to be processed.
    const [unreadable] = await readFileFacts(Buffer.from("no interchange"));
    const [readable] = await readFileFacts(Buffer.from(fileWith()));
    if (!(unreadable && readable)) throw new Error("Nothing was read");
    const file = handed("many", "many");
    const facts = [...Array.from({ length: 502 }, () => unreadable), readable];
    const taken = await takeInRead(database, file, facts, new Date());
    expect(taken.interchangeIds).toEqual((await madeOf(file)).map(({ id }) => id));
    expect(new Set(taken.interchangeIds).size).toBe(503);
    // The only readable one is the last.
    expect(taken.isUnreadable).toBe(false);
    expect(await takeIn(database, file, new Date())).toEqual(taken);
  }, 120_000);

  test("an interrupted file that fails again does not stop the next one", async () => {
    const { database } = used.connection;
    const dying = crashingDatabase(database, () => true);
    for (const name of ["first", "second"])
      await expect(takeIn(dying, handed(name, fileWith()), new Date())).rejects.toThrow("died");
    const failingOnce = crashingDatabase(database, (transaction) => transaction === 1);
    await expect(takeInInterrupted(failingOnce, new Date())).rejects.toThrow("failed again: 1");
    const arriving = async () => {
      const files = await database.select().from(ediFiles).where(eq(ediFiles.isArriving, true));
      return files.map(({ name }) => name);
    };
    expect(await arriving()).toEqual(["first.edi"]);
    expect(await takeInInterrupted(database, new Date())).toBe(1);
    expect(await arriving()).toEqual([]);
  });

  test("long files are stored byte for byte, and leftovers of a crashed process are deleted", async () => {
    const { database } = used.connection;
    const file = noise(300_001, 251);
    const taken = await dropOne(file);
    expect(Buffer.compare(await bytesOf(taken.id), file)).toBe(0);

    const lost = `lost-${next()}`;
    await keepInParts(database, lost, file, at);
    const partsOf = (ownerId: string) => database.$count(ediParts, eq(ediParts.ownerId, ownerId));
    expect(await partsOf(lost)).toBe(2);
    await dropLostParts(database, at);
    expect(await partsOf(lost)).toBe(2);
    await dropLostParts(database, new Date(Date.now() + 3_600_000));
    expect(await partsOf(lost)).toBe(0);
    expect(await partsOf(taken.id)).toBeGreaterThan(0);
  });

  // Ten megabytes for the embedded database, the slower one; parsing is the same for both.
  const megabytes = engine === "PGlite" ? 10 : 2;
  test(`${megabytes} megabytes are taken in while the platform keeps responding`, async () => {
    const file = longOrderFile(megabytes * 23_000);
    expect(file.length).toBeGreaterThan(megabytes * 1_000_000);
    let isTaken = false;
    const taken = drop(file).finally(() => {
      isTaken = true;
    });
    for (let answers = 0; answers < 5; answers += 1) {
      expect((await used.api.get(`${documents}/orders?page=1`)).status).toBe(200);
      expect(isTaken).toBe(false);
    }
    const [id = ""] = await taken;
    // No warehouse packs an order with this many lines: it waits for a person.
    const read = await settled(
      () => readInterchange(id),
      (value) => expect(stateOf(value, "interchange/receive")).toBe("manual"),
    );
    expect(read).toMatchObject({ messages_reduced: true, segment_count: expect.any(Number) });
    expect(read.interchange_text ?? undefined).toBeUndefined();
    expect((await used.api.text(`${documents}/interchanges/${id}/text`)).body).toBe(file);
  }, 240_000);
});

// Without a platform, whose jobs would execute the steps.
describe.each(testDatabases())("interchanges of several orders on $name", ({ open }) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  /** Executes an interchange's steps up to the given one, by default all. */
  async function takeSteps(database: Database, id: string, read: Inbound, upTo?: ReceiveStep) {
    for (;;) {
      const found = await findInterchange(database, id);
      if (!found) throw new Error(`The interchange ${id} is gone`);
      const step = receiveStepOf(found);
      if (!step || step === upTo) return found;
      expect(await takeReceiveStep(database, found, step, read, at)).toBe(true);
    }
  }
  /** An interchange of three orders, just before their documents are created. */
  async function threeOrders(number: string) {
    const { database } = connection;
    const messages = [1, 2, 3].map((index) => ({
      ...ordersMessage(`THREE-${number}-${index}`, linesFrom(index)),
      reference: String(index),
    }));
    const file = handed("three", fileOf(number, messages, { sender: seedPartner }));
    const [id = ""] = (await takeIn(database, file, at)).interchangeIds;
    const read = await inboundAt(await readInbound(file), 0);
    const found = await takeSteps(database, id, read, "receive-inbound-orders");
    const added = async () => {
      const isOf = eq(ediOrders.interchangeId, id);
      const rows = await database.select().from(ediOrders).where(isOf).orderBy(asc(ediOrders.position));
      return rows.map((row) => row.id);
    };
    return { database, found, read, added };
  }

  test("a process that dies between two orders of an interchange leaves the others to the next, each once", async () => {
    const { database, found, read, added } = await threeOrders("810001");
    const crashing = crashingDatabase(database, (transaction) => transaction > 2);
    const dying = takeReceiveStep(crashing, found, "receive-inbound-orders", read, at);
    await expect(dying).rejects.toThrow("died");
    expect(await added()).toHaveLength(2);
    const after = await takeSteps(database, found.id, read);
    expect(after.state).toBe("completed");
    const named = after.referenceList.filter(({ type }) => type === "created-myer-edi-order-document");
    expect(named).toHaveLength(3);
    expect(named.map(({ meta }) => meta["order-document-id"])).toEqual(await added());
  });

  test("no order is added where another process has moved the interchange since it was read", async () => {
    const { database, found, read, added } = await threeOrders("810002");
    const stale = { ...found, revision: found.revision - 1 };
    expect(await takeReceiveStep(database, stale, "receive-inbound-orders", read, at)).toBe(false);
    expect(await added()).toEqual([]);
  });
});
