import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import { type Inbound, inboundAt, readInbound } from "#platform/domains/edi/interchanges/inbound.ts";
import { findInterchange, type StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { takeIn } from "#platform/domains/edi/interchanges/takeIn.ts";
import { type ReceiveStep, receiveStepOf, takeReceiveStep } from "#platform/domains/edi/receive.ts";
import { seedPartner } from "#platform/seed/edi/texts.ts";
import { crashingDatabase } from "#tests/support/crashingDatabase.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const at = new Date("2026-11-20T00:00:00Z");

/** The interchange as it is, and the step that it is at. */
async function standing(database: Database, id: string) {
  const found = await findInterchange(database, id);
  if (!found) throw new Error(`The interchange ${id} is gone`);
  return { found, step: receiveStepOf(found) };
}

/** Takes its steps up to the one that is named, or to the last. */
async function takeSteps(database: Database, id: string, read: Inbound, upTo?: ReceiveStep) {
  for (;;) {
    const { found, step } = await standing(database, id);
    if (!step || step === upTo) return found;
    expect(await takeReceiveStep(database, found, step, read, at)).toBe(true);
  }
}

const madeBy = ({ referenceList }: StoredInterchange) =>
  referenceList
    .filter(({ type }) => type === "created-myer-edi-order-document")
    .map(({ meta }) => meta["order-document-id"]);

describe.each(testDatabases())("interchanges of several orders on $name", ({ open }) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  /** An interchange of three orders that is about to make their documents. */
  async function threeOrders(number: string) {
    const { database } = connection;
    const messages = [1, 2, 3].map((index) => ({
      ...ordersMessage(`THREE-${number}-${index}`, linesFrom(index)),
      reference: String(index),
    }));
    const content = Buffer.from(fileOf(number, messages, { sender: seedPartner }));
    const taken = await takeIn(database, { key: number, name: "three.edi", origin: "upload", content }, at);
    const [id = ""] = taken.interchangeIds;
    const read = await inboundAt(await readInbound({ content }), 0);
    const found = await takeSteps(database, id, read, "receive-inbound-orders");
    const added = async () => {
      const rows = await database
        .select({ id: ediOrders.id })
        .from(ediOrders)
        .where(eq(ediOrders.interchangeId, id))
        .orderBy(asc(ediOrders.position));
      return rows.map((row) => row.id);
    };
    return { database, found, read, added };
  }

  test("a process that dies between two of them leaves the others to the next, each once", async () => {
    const { database, found, read, added } = await threeOrders("810001");
    const crashing = crashingDatabase(database, (transaction) => transaction > 2);
    await expect(takeReceiveStep(crashing, found, "receive-inbound-orders", read, at)).rejects.toThrow(
      "died",
    );
    expect(await added()).toHaveLength(2);
    const after = await takeSteps(database, found.id, read);
    expect(after.state).toBe("completed");
    expect(await added()).toHaveLength(3);
    expect(madeBy(after)).toEqual(await added());
  });

  test("none is added where another process has moved the interchange since it was read", async () => {
    const { database, found, read, added } = await threeOrders("810002");
    const stale = { ...found, revision: found.revision - 1 };
    expect(await takeReceiveStep(database, stale, "receive-inbound-orders", read, at)).toBe(false);
    expect(await added()).toEqual([]);
  });
});
