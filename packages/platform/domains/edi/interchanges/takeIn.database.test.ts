import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Database } from "#database/connect.ts";
import { ediFiles, ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { type Inbound, readings } from "#platform/domains/edi/interchanges/inbound.ts";
import { findInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { takeIn } from "#platform/domains/edi/interchanges/takeIn.ts";
import { type ReceiveStep, receiveStepOf, takeReceiveStep } from "#platform/domains/edi/receive.ts";
import { seedPartner } from "#platform/seed/edi/texts.ts";
import { useApi } from "../../../../../tests/support/api.ts";
import { crashingDatabase } from "../../../../../tests/support/crashingDatabase.ts";
import { testDatabases } from "../../../../../tests/support/databases.ts";
import { documents, ediBench, idsIn, settled, stateOf } from "../../../../../tests/support/ediBench.ts";
import { fileOf, linesFrom, longOrderFile, ordersMessage } from "../../../../../tests/support/ediFiles.ts";

const at = new Date("2026-11-20T00:00:00Z");
const noise = (length: number, modulus: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 7919) % modulus);

/** A database whose process dies at the end of one of its transactions, counted from 1. */
function dyingIn(database: Database, last: number): Database {
  let transactions = 0;
  return Object.create(database, {
    transaction: {
      value: (work: (transaction: Database) => Promise<unknown>) =>
        database.transaction(async (transaction) => {
          const result = await work(transaction);
          transactions += 1;
          if (transactions === last) throw new Error("The process died");
          return result;
        }),
    },
  });
}

let handedOver = 0;
/** A file under a key of its own. */
const handed = (name: string, content: string) => {
  handedOver += 1;
  const key = `${name}-${handedOver}`;
  return { key, name: `${name}.edi`, origin: "upload", content: Buffer.from(content) } as const;
};

describe.each(testDatabases())("files of a partner on $name", ({ open }) => {
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
    expect((await used.api.drop(new Uint8Array(1024 * 1024 + 1))).status).toBe(413);
  });

  test("an intake that dies is completed by the next ones, each interchange stored once and in its place", async () => {
    const { database } = used.connection;
    const numbers = Array.from({ length: 120 }, next);
    const file = handed("many", numbers.map(fileWith).join("\n"));
    await expect(takeIn(dyingIn(database, 1), file, new Date())).rejects.toThrow();
    expect(await madeOf(file)).toEqual([]);
    await expect(takeIn(dyingIn(database, 3), file, new Date())).rejects.toThrow();
    const made = (await madeOf(file)).map(({ number }) => number);
    expect(made.length).toBeGreaterThan(0);
    expect(made).toEqual(numbers.slice(0, made.length));
    expect(made.length).toBeLessThan(numbers.length);

    const [one, again] = await Promise.all([
      takeIn(database, file, new Date()),
      takeIn(database, file, new Date()),
    ]);
    expect((await madeOf(file)).map(({ number }) => number)).toEqual(numbers);
    expect(one.interchangeIds).toEqual((await madeOf(file)).map(({ id }) => id));
    expect(again).toEqual(one);
    expect(await database.$count(ediFiles, eq(ediFiles.dropKey, file.key))).toBe(1);
  });

  test("long files are stored byte for byte", async () => {
    const file = noise(300_001, 251);
    const taken = await dropOne(file);
    expect(Buffer.compare(await bytesOf(taken.id), file)).toBe(0);
  });

  test("nearly the largest file is stored byte for byte, and an order that nobody could pack waits for a person [edi#reading]", async () => {
    // In a series of its own: the other tests' interchanges come before it in theirs.
    const file = longOrderFile(20_000).replace("MYERTEST", seedPartner.identification);
    const [id = ""] = await drop(file);
    const read = await settled(
      () => readInterchange(id),
      (value) => expect(stateOf(value, "interchange/receive")).toBe("manual"),
    );
    expect(read).toMatchObject({ messages_reduced: true, segment_count: expect.any(Number) });
    expect((await used.api.text(`${documents}/interchanges/${id}/text`)).body).toBe(file);
  });
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
    const [read] = await readings.steps(file);
    if (!read) throw new Error("Nothing was read");
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
