import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ediInterchangeDetail, ediOrderDetail } from "#contract/edi.ts";
import { itemOf } from "#contract/envelopes.ts";
import { summarise } from "#edifact/summary/message.ts";
import type { Outside } from "#platform/api/actionevents/target.ts";
import type { Connection } from "#platform/database/connect.ts";
import { articleOf } from "#platform/database/seeding/catalogue.ts";
import { seedStores } from "#platform/database/seeding/stores.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { startTestDatabases } from "#tests/support/databases.ts";
import {
  changeMessage,
  controlMessage,
  fileOf,
  ordersMessage,
  type TestLine,
} from "#tests/support/ediFiles.ts";

const databases = await startTestDatabases();
const documents = "/api/bc-myer/v1/documents";
const dropped = z.object({ items: z.array(z.object({ id: z.string() })) });
const interchange = itemOf(ediInterchangeDetail);
const order = itemOf(ediOrderDetail);

const myer = seedStores.find(({ alias }) => alias === "MYR");
if (!myer) throw new Error("The seed lacks the partner's store");

/** Lines that order articles of the seed: the number-th of each. */
const linesFrom = (...numbers: number[]): TestLine[] =>
  numbers.map((number) => {
    const size = articleOf(myer.id, myer.brands, number).sizes[0];
    if (!size) throw new Error(`Article ${number} has no size`);
    return { sku: size.sku, ean: size.barcode, quantity: 14, price: "39.95" };
  });
const unknownLine: TestLine = { sku: "", ean: "9300000000000", quantity: 2, price: "10" };

// AP21 takes every order at once.
const outside: Outside = {
  ...simulatedOutside,
  ap21: async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }),
};

describe.each(databases)("EDI on $name", ({ open, stop }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection, { outside });
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
    await stop();
  });

  let number = 70_000;
  const next = () => String(number++);
  const readInterchange = async (id: string) => {
    const { status, body } = await api.get(`${documents}/interchanges/${id}`);
    expect(status).toBe(200);
    return interchange.parse(body).item;
  };
  const readOrder = async (id: string) => {
    const { status, body } = await api.get(`${documents}/orders/${id}`);
    expect(status).toBe(200);
    return order.parse(body).item;
  };
  const settled = <T>(read: () => Promise<T>, check: (value: T) => void): Promise<T> =>
    vi.waitFor(
      async () => {
        const value = await read();
        check(value);
        return value;
      },
      { timeout: 20_000, interval: 30 },
    );
  const drop = async (content: string | Uint8Array) => {
    const { status, body } = await api.drop(content);
    expect(status).toBe(201);
    return dropped.parse(body).items.map(({ id }) => id);
  };
  const dropOne = async (content: string | Uint8Array) => {
    const [id = ""] = await drop(content);
    return settled(
      () => readInterchange(id),
      ({ stream_statuses }) =>
        expect(["new", "active"]).not.toContain(stream_statuses?.["interchange/receive"]?.state),
    );
  };
  const targetOf = (
    references:
      | { type?: string | null | undefined; meta?: Record<string, unknown> | null | undefined }[]
      | null
      | undefined,
    type: string,
    name: string,
  ) => String(references?.find((reference) => reference.type === type)?.meta?.[name] ?? "");
  const orderDocument = async (lines: TestLine[], documentNumber = `PO-${next()}`) => {
    const source = await dropOne(fileOf(next(), [ordersMessage(documentNumber, lines)]));
    const id = targetOf(source.references, "created-myer-edi-order-document", "order-document-id");
    const found = await settled(
      () => readOrder(id),
      ({ stream_statuses }) =>
        expect(["completed", "rejected"]).toContain(stream_statuses?.["order/create"]?.state),
    );
    return { source, documentNumber, found };
  };

  test("an order runs from its file to the acknowledged despatch advice", async () => {
    const { source, documentNumber, found } = await orderDocument(linesFrom(1, 2));
    expect(source).toMatchObject({
      acknowledged: true,
      acknowledgement_action: "7",
      transmission_direction: "inbound",
    });
    const contrlId = targetOf(
      source.references,
      "outgoing-functional-acknowledgement",
      "interchange-document-id",
    );
    const contrl = await readInterchange(contrlId);
    expect(contrl.interchange?.controls).toHaveLength(1);
    const response = await readInterchange(
      targetOf(found.references, "interchange:ordrsp+initial", "interchange-document-id"),
    );
    const [answer] = response.interchange?.orderResponses ?? [];
    expect(summarise(answer)).toMatchObject({ type: "ORDRSP", messageFunction: "29" });
    const sent = await settled(
      () => readInterchange(response.id),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    expect(sent.references?.some(({ type }) => type === "outbound-interchange-blob-store-file")).toBe(true);
    expect(found.utopia_order_number).toMatch(/^MYR14\d+$/);

    const orderId = targetOf(found.references, "utopia-order", "order-id");
    await settled(
      async () => (await connection.executeSql("select status from orders where id = $1", [orderId])).rows[0],
      (row) => expect(row).toMatchObject({ status: "SUBMITTED_TO_AP21" }),
    );
    void documentNumber;
  });
});
