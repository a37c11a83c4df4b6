import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ediInterchangeDetail, ediOrderDetail } from "#contract/edi.ts";
import { getInterchanges } from "#contract/ediCalls.ts";
import { getControlNumbers } from "#contract/ediOwn.ts";
import { itemOf } from "#contract/envelopes.ts";
import { summarise } from "#edifact/summary/message.ts";
import type { Outside } from "#platform/api/actionevents/target.ts";
import type { Connection } from "#platform/database/connect.ts";
import { articleOf } from "#platform/database/seeding/catalogue.ts";
import { seedStores } from "#platform/database/seeding/stores.ts";
import { advanceDueOrders } from "#platform/jobs/advanceOrders.ts";
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

  const utopiaOrder = async (id: string) => {
    const { rows } = await connection.executeSql("select status, document from orders where id = $1", [id]);
    return z.object({ status: z.string(), document: z.looseObject({ sourceId: z.string() }) }).parse(rows[0]);
  };
  /** Brings the Utopia order behind a document to the warehouse, whose clock runs ahead. */
  const release = async (orderId: string) => {
    await settled(
      () => utopiaOrder(orderId),
      ({ status }) => expect(status).toBe("SUBMITTED_TO_AP21"),
    );
    await advanceDueOrders(connection.database, outside, new Date(Date.now() + 60_000));
    expect((await utopiaOrder(orderId)).status).toBe("SHIPMENT_PENDING");
  };
  const act = async (orderId: string, action: string) => {
    const event = {
      action,
      target: orderId,
      storeGroup: "Myer",
      payload: "",
      sourceType: "edimarketplace",
      submittedBy: "admin@utopia.example",
    };
    expect(await api.act(event)).toMatchObject({ status: 200 });
  };
  const advices = ({ references }: z.output<typeof ediOrderDetail>) =>
    (references ?? []).filter(({ type }) => type === "interchange:desadv");

  test("an order runs from its file to the acknowledged despatch advice, by links alone", async () => {
    const { source, found } = await orderDocument(linesFrom(1, 2));
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
    expect(source.acknowledgement_interchange_document_id).toBe(contrlId);
    expect((await readInterchange(contrlId)).interchange?.controls).toHaveLength(1);
    const responseId = targetOf(found.references, "interchange:ordrsp+initial", "interchange-document-id");
    const response = await settled(
      () => readInterchange(responseId),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    const [answer] = response.interchange?.orderResponses ?? [];
    expect(summarise(answer)).toMatchObject({ type: "ORDRSP", messageFunction: "29" });
    expect(targetOf(response.references, "source-myer-edi-order-document", "order-document-id")).toBe(
      found.id,
    );
    expect(found.utopia_order_number).toMatch(/^MYR14\d+$/);

    const orderId = targetOf(found.references, "utopia-order", "order-id");
    await release(orderId);
    await act(orderId, "ship-part");
    const partly = await settled(
      () => readOrder(found.id),
      (read) => expect(advices(read)).toHaveLength(1),
    );
    expect(partly.stream_statuses?.["order/supply-shipment-notifications"]?.state).toBe("passive");
    await act(orderId, "ship");
    const complete = await settled(
      () => readOrder(found.id),
      (read) => expect(advices(read)).toHaveLength(2),
    );
    expect(Object.values(complete.stream_statuses ?? {}).map(({ state }) => state)).toEqual(
      Array(4).fill("completed"),
    );
    expect(complete.order_update_message_records).toMatchObject([{ message_label: "COMPLETE" }]);
    expect(complete.order?.DespatchAdvices).toHaveLength(2);

    const adviceId = targetOf(advices(complete), "interchange:desadv", "interchange-document-id");
    const advice = await settled(
      () => readInterchange(adviceId),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    const despatch = summarise(advice.interchange?.despatchAdvices?.[0]);
    if (despatch.kind !== "DESADV") throw new Error("That is no despatch advice");
    const [shipment] = despatch.packing;
    const [pallet] = shipment?.inside ?? [];
    // 14 units fill one carton of 12 and begin another, on one pallet.
    expect(pallet?.inside).toHaveLength(2);
    for (const carton of pallet?.inside ?? [])
      expect(carton.sscc).toEqual([expect.stringMatching(/^\d{18}$/)]);
    const file = advice.references?.find(({ type }) => type === "outbound-interchange-blob-store-file")?.uri;
    const { body: text } = await api.text(`${documents}/interchanges/${adviceId}/text`);
    expect(await readFile(String(file), "utf8")).toBe(text);

    expect(advice).toMatchObject({ acknowledged: false, acknowledgement_requested: true });
    const answered = advice.control_reference ?? "";
    const control = await dropOne(
      fileOf(next(), [controlMessage(answered, "7")], { acknowledgementRequested: false }),
    );
    expect(targetOf(control.references, "acknowledged-interchange", "interchange-document-id")).toBe(
      adviceId,
    );
    expect(await readInterchange(adviceId)).toMatchObject({
      acknowledged: true,
      acknowledgement_action: "7",
      acknowledgement_interchange_document_id: control.id,
    });
  });

  test("what nobody knows is not accepted: a part of an order, or the whole", async () => {
    const part = await orderDocument([...linesFrom(3), unknownLine]);
    const [response] = part.found.order?.OrderResponses ?? [];
    const summary = summarise(response);
    expect(summary).toMatchObject({ kind: "ORDRSP", messageFunction: "4" });
    if (summary.kind === "ORDRSP")
      expect(summary.order.lines.map(({ action }) => action)).toEqual(["5", "7"]);
    const whole = await orderDocument([unknownLine]);
    expect(whole.found.stream_statuses).toEqual({
      "order/create": { state: "rejected", step: "send-order-accepted-notification" },
    });
    expect(summarise(whole.found.order?.OrderResponses?.[0])).toMatchObject({ messageFunction: "27" });
    expect(whole.found.utopia_order_number ?? null).toBeNull();
  });

  test("a change and a cancellation reach the Utopia order and are answered", async () => {
    const { documentNumber, found } = await orderDocument(linesFrom(4, 5));
    const orderId = targetOf(found.references, "utopia-order", "order-id");
    const [first] = linesFrom(4);
    if (!first) throw new Error("No line");
    await dropOne(
      fileOf(next(), [
        changeMessage("PC-1", documentNumber, "4", [{ ...first, number: "1", action: "3", quantity: 3 }]),
      ]),
    );
    const changed = await settled(
      () => readOrder(found.id),
      (read) => expect(read.order?.OrderResponses).toHaveLength(2),
    );
    expect(changed.order_update_message_records).toMatchObject([{ message_label: "CHANGED" }]);
    expect((await utopiaOrder(orderId)).document).toMatchObject({
      lineItems: [{ quantity: 3 }, { quantity: 14 }],
    });

    await dropOne(fileOf(next(), [changeMessage("PC-2", documentNumber, "1")]));
    const cancelled = await settled(
      () => readOrder(found.id),
      (read) =>
        expect(read.stream_statuses?.["order/wait-for-final-order-change-message"]?.state).toBe("completed"),
    );
    expect(cancelled.order_update_message_records?.at(-1)).toMatchObject({ message_label: "CANCELLED" });
    expect(summarise(cancelled.order?.OrderResponses?.at(-1))).toMatchObject({ messageFunction: "27" });
    expect((await utopiaOrder(orderId)).status).toBe("INVALID");
    expect(advices(cancelled)).toEqual([]);
  });

  test("an acknowledgement is sent only when asked for, and a CONTRL is never acknowledged", async () => {
    const silent = await dropOne(
      fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))], { acknowledgementRequested: false }),
    );
    expect(silent).toMatchObject({ acknowledged: false, acknowledgement_requested: false });
    expect(
      targetOf(silent.references, "outgoing-functional-acknowledgement", "interchange-document-id"),
    ).toBe("");
    const control = await dropOne(fileOf(next(), [controlMessage("nothing", "7")]));
    expect(control).toMatchObject({ acknowledgement_requested: false, acknowledged: false });
    expect(control.histories?.some(({ action }) => action === "acknowledgement:unmatched")).toBe(true);
    expect(control.stream_statuses?.["interchange/receive"]?.state).toBe("completed");
  });

  test("a refusal marks what was sent as rejected, and not as acknowledged", async () => {
    const { found } = await orderDocument(linesFrom(6));
    const id = targetOf(found.references, "interchange:ordrsp+initial", "interchange-document-id");
    const { control_reference } = await settled(
      () => readInterchange(id),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    await dropOne(fileOf(next(), [controlMessage(control_reference ?? "", "4", "29")]));
    expect(await readInterchange(id)).toMatchObject({
      acknowledged: false,
      acknowledgement_action: "4",
      stream_statuses: { "interchange/send": { state: "rejected" } },
    });
  });

  test("the same interchange again is linked to the first; another one under its number is held, and released by a person", async () => {
    const reference = next();
    const file = fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(1))]);
    const first = await dropOne(file);
    const again = await dropOne(file);
    expect(targetOf(again.references, "duplicate-of-interchange", "interchange-document-id")).toBe(first.id);
    expect(targetOf(again.references, "created-myer-edi-order-document", "order-document-id")).toBe("");
    expect(again.stream_statuses?.["interchange/receive"]?.state).toBe("completed");

    const other = await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(2))]));
    expect(other).toMatchObject({ acknowledgement_action: "4", acknowledged: false });
    expect(other.stream_statuses?.["interchange/receive"]?.state).toBe("hold");
    const { body } = await api.text(
      `${documents}/interchanges/${other.acknowledgement_interchange_document_id}/text`,
    );
    expect(body).toMatch(/UCI\+\d+\+MYERTEST:ZZ\+UTOPIA:ZZ\+4\+26'/);
    const key = "release once";
    const run = () =>
      api.post(
        `/api/bc-myer/v1/actions/interchange/run?interchange_document_id=${other.id}&action=process`,
        undefined,
        key,
      );
    expect(await run()).toMatchObject({ status: 200 });
    expect(await run()).toMatchObject({ status: 200 });
    const released = await settled(
      () => readInterchange(other.id),
      (read) => expect(read.stream_statuses?.["interchange/receive"]?.state).toBe("completed"),
    );
    expect(released.histories?.filter(({ action }) => action === "action:process")).toHaveLength(1);
    expect(targetOf(released.references, "created-myer-edi-order-document", "order-document-id")).not.toBe(
      "",
    );
    const numbers = await api.get("/api/bc-myer/v1/control-numbers");
    const series = getControlNumbers.answer
      .parse(numbers.body)
      .flatMap((row) => (row.readable ? [row.row] : []));
    const inbound = series.find(({ sender }) => sender?.identification === "MYERTEST");
    expect(inbound?.duplicates?.map(({ control_reference }) => control_reference)).toContain(reference);
  });

  test("outbound control numbers follow each other without a gap", async () => {
    const { body } = await api.get("/api/bc-myer/v1/control-numbers");
    const series = getControlNumbers.answer.parse(body).flatMap((row) => (row.readable ? [row.row] : []));
    const outbound = series.filter(({ direction }) => direction === "outbound");
    expect(outbound.length).toBeGreaterThan(1);
    for (const row of outbound) expect(row).toMatchObject({ gap_count: 0, duplicate_count: 0 });
  });

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
    expect(dropped.parse(second.body).items.map(({ id }) => id)).toEqual(
      dropped.parse(first.body).items.map(({ id }) => id),
    );
    expect((await api.drop("")).status).toBe(400);
    expect((await api.drop(new Uint8Array(12 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test("ten megabytes are taken in while the platform goes on answering", async () => {
    const lines = Array.from({ length: 230_000 }, (_, index) => ({
      ...unknownLine,
      ean: String(930_000_000 + index),
    }));
    const file = fileOf(next(), [ordersMessage(`PO-${next()}`, lines)], { acknowledgementRequested: false });
    expect(file.length).toBeGreaterThan(10_000_000);
    let answers = 0;
    const ended = { value: false };
    const asking = (async () => {
      while (!ended.value) {
        expect((await api.get(`${documents}/orders?page=1`)).status).toBe(200);
        answers += 1;
      }
    })();
    const [id = ""] = await drop(file);
    ended.value = true;
    await asking;
    expect(answers).toBeGreaterThan(3);
    const read = await readInterchange(id);
    expect(read).toMatchObject({ messages_reduced: true, segment_count: expect.any(Number) });
    expect(read.interchange_text ?? undefined).toBeUndefined();
    expect((await api.text(`${documents}/interchanges/${id}/text`)).body).toBe(file);
  }, 120_000);

  test("a file that lies in the folder is taken in, and one that is none is put aside", async () => {
    const name = `dropped-${next()}.edi`;
    await writeFile(
      join(api.ediFolder, "in", name),
      fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]),
    );
    await writeFile(join(api.ediFolder, "in", "holiday.jpg"), Uint8Array.from([0xff, 0xd8, 0, 1, 2]));
    const kept = async (folder: string) => (await readdir(join(api.ediFolder, folder))).join();
    await vi.waitFor(
      async () => {
        expect(await kept("done")).toContain(name);
        expect(await kept("quarantine")).toContain("holiday.jpg");
        expect(await kept("in")).toBe("");
        expect(await kept("staged")).toBe("");
      },
      { timeout: 20_000, interval: 100 },
    );
    const { body } = await api.get(`${documents}/interchanges?page=1`);
    const { rows } = getInterchanges.answer.parse(body);
    expect(JSON.stringify(rows.map(({ raw }) => raw))).toContain(name);
  });
});
