import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { summarise } from "#edifact/index.ts";
import type { Connection } from "#platform/database/connect.ts";
import { advanceDueOrders } from "#platform/jobs/advanceOrders.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, ediCommands, settled, stateOf, targetOf } from "#tests/support/ediBench.ts";
import {
  changeMessage,
  controlMessage,
  fileOf,
  linesFrom,
  type TestLine,
  unlistedLine,
} from "#tests/support/ediFiles.ts";

const databases = testDatabases();

/** What happens while AP21 is asked about an order of so many lines. */
const meanwhile = new Map<number, () => Promise<unknown>>();

// AP21 takes every order at once.
const outside: Outside = {
  ...simulatedOutside,
  ap21: async ({ lines }) => {
    const happens = meanwhile.get(lines);
    meanwhile.delete(lines);
    await happens?.();
    return { kind: "accepted", message: "AP21 accepted the order (simulated)" };
  },
};

const withdrawnArticle = 7;

describe.each(databases)("an order by EDI on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    const state = `case position when ${withdrawnArticle} then 'withdrawn' else 'live' end`;
    await connection.executeSql(`update meta_products set state = ${state} where store_id = 14`);
    api = await startTestApi(connection, { outside });
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const bench = ediBench(() => api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { confirm } = ediCommands(() => api, bench);

  /** Orders what is not as agreed; the document that waits to be confirmed. */
  const waiting = async (lines: TestLine[]) => {
    const { found } = await orderDocument(lines);
    expect(found).toMatchObject({ held_for: "confirmation" });
    return found.id;
  };
  const answered = (id: string) =>
    settled(
      () => readOrder(id),
      (read) => {
        expect(read.order?.OrderResponses).toHaveLength(1);
        expect(stateOf(read, "order/create")).not.toBe("active");
      },
    );
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
    await advanceDueOrders(connection.database, outside, () => new Date(Date.now() + 60_000));
    expect((await utopiaOrder(orderId)).status).toBe("SHIPMENT_PENDING");
  };
  const act = async (orderId: string, action: string) => {
    const event = {
      action,
      target: orderId,
      storeGroup: "Myer",
      payload: "",
      sourceType: "edimarketplace",
      submittedBy: "clerk@utopia.example",
    };
    expect(await api.act(event)).toMatchObject({ status: 200 });
  };
  const advices = ({ references }: EdiOrderDetail) =>
    (references ?? []).filter(({ type }) => type === "interchange:desadv");

  test("an order runs from its file to the acknowledged despatch advice, by links alone [edi#streams]", async () => {
    const { source, found } = await orderDocument(linesFrom(1, 2));
    expect(source).toMatchObject({
      acknowledged: true,
      acknowledgement_action: "7",
      transmission_direction: "inbound",
    });
    const contrlId = targetOf(source, "outgoing-functional-acknowledgement", "interchange-document-id");
    expect(source.acknowledgement_interchange_document_id).toBe(contrlId);
    expect((await readInterchange(contrlId)).interchange?.controls).toHaveLength(1);
    const responseId = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    const response = await settled(
      () => readInterchange(responseId),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    const [answer] = response.interchange?.orderResponses ?? [];
    expect(summarise(answer)).toMatchObject({ type: "ORDRSP", messageFunction: "29" });
    expect(targetOf(response, "source-myer-edi-order-document", "order-document-id")).toBe(found.id);
    expect(found.utopia_order_number).toMatch(/^MYR14\d+$/);

    const orderId = targetOf(found, "utopia-order", "order-id");
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

    const adviceId = targetOf(
      { references: advices(complete) },
      "interchange:desadv",
      "interchange-document-id",
    );
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
    expect(targetOf(control, "acknowledged-interchange", "interchange-document-id")).toBe(adviceId);
    expect(await readInterchange(adviceId)).toMatchObject({
      acknowledged: true,
      acknowledgement_action: "7",
      acknowledgement_interchange_document_id: control.id,
    });
  });

  test("of two lines with one number each is despatched, and the partner is told of both [edi#streams]", async () => {
    const lines = linesFrom(3, 4).map((line) => ({ ...line, number: "1" }));
    const { found } = await orderDocument(lines);
    const orderId = targetOf(found, "utopia-order", "order-id");
    await release(orderId);
    await act(orderId, "ship");
    const shipped = await settled(
      () => readOrder(found.id),
      (read) => expect(advices(read)).toHaveLength(1),
    );
    const [advice] = shipped.order?.DespatchAdvices ?? [];
    for (const { ean } of lines) expect(JSON.stringify(advice)).toContain(ean);
  });

  test("what is sent to a partner is dated by its own clock [edi#partners]", async () => {
    // Eleven hours behind UTC all the year, it is nearly always another day there than in Melbourne.
    const terms = (zone: object) =>
      connection.executeSql(`update edi_partners set terms = '${JSON.stringify(zone)}'`);
    const clock = () => new Date(Date.now() - 11 * 3_600_000).toISOString().slice(0, 16);
    await terms({ time_zone: "Pacific/Pago_Pago" });
    const from = clock();
    const { found } = await orderDocument(linesFrom(9));
    const orderId = targetOf(found, "utopia-order", "order-id");
    await release(orderId);
    await act(orderId, "ship");
    const shipped = await settled(
      () => readOrder(found.id),
      (read) => expect(advices(read)).toHaveLength(1),
    );
    const until = clock();
    await terms({});
    const id = targetOf({ references: advices(shipped) }, "interchange:desadv", "interchange-document-id");
    const { body: text } = await api.text(`${documents}/interchanges/${id}/text`);
    const written = (pattern: RegExp) =>
      [1, 2, 3, 4, 5].map((part) => pattern.exec(text)?.[part] ?? "").filter(Boolean);
    const [year, month, day, hour, minute] = written(/UNB.*?\+(\d\d)(\d\d)(\d\d):(\d\d)(\d\d)\+/s);
    const prepared = `20${year}-${month}-${day}T${hour}:${minute}`;
    expect(from <= prepared && prepared <= until, prepared).toBe(true);
    const despatched = written(/DTM\+11:(\d{4})(\d\d)(\d\d):102/).join("-");
    expect([from.slice(0, 10), until.slice(0, 10)]).toContain(despatched);
  });

  test("what is sold no more is not accepted: a part of an order, or the whole [edi#confirming, edi#proved]", async () => {
    const part = await waiting(linesFrom(3, withdrawnArticle));
    expect(await confirm(part, { lines: [], others: "refuse" })).toMatchObject({ status: 200 });
    const [response] = (await answered(part)).order?.OrderResponses ?? [];
    const summary = summarise(response);
    expect(summary).toMatchObject({ kind: "ORDRSP", messageFunction: "4" });
    if (summary.kind === "ORDRSP")
      expect(summary.order.lines.map(({ action }) => action)).toEqual(["5", "7"]);
    const whole = await waiting(linesFrom(withdrawnArticle));
    expect(await confirm(whole, { lines: [], others: "refuse" })).toMatchObject({ status: 200 });
    const refused = await answered(whole);
    expect(refused.stream_statuses).toEqual({
      "order/create": { state: "rejected", step: "send-order-accepted-notification" },
    });
    expect(summarise(refused.order?.OrderResponses?.[0])).toMatchObject({ messageFunction: "27" });
    expect(refused.utopia_order_number ?? null).toBeNull();
  });

  test("an article that the store does not list is ordered by the partner's code once a person says so [edi#confirming, edi#differences]", async () => {
    const id = await waiting([unlistedLine]);
    expect(await confirm(id, { lines: [{ place: 1, answer: "accept" }] })).toMatchObject({ status: 200 });
    const found = await answered(id);
    const order = await utopiaOrder(targetOf(found, "utopia-order", "order-id"));
    expect(order.document).toMatchObject({ lineItems: [{ levelCode: unlistedLine.ean, quantity: 2 }] });
  });

  test("a test order is compared and answered as a test, and no Utopia order is made of it [edi#test]", async () => {
    const orders = async () => (await connection.executeSql("select count(*) as n from orders")).rows[0];
    const before = await orders();
    const { source, found } = await orderDocument(linesFrom(4), undefined, { test: true });
    expect(source).toMatchObject({ test: true });
    expect(found).toMatchObject({ test: true, response_due_at: null, despatch_due_at: null });
    const { order, utopia_order_number, references } = await answered(found.id);
    expect(summarise(order?.OrderResponses?.[0])).toMatchObject({ kind: "ORDRSP", messageFunction: "29" });
    const response = await readInterchange(
      targetOf({ references }, "interchange:ordrsp+initial", "interchange-document-id"),
    );
    expect(response).toMatchObject({ test: true });
    expect(utopia_order_number ?? null).toBeNull();
    expect(await orders()).toEqual(before);
  });

  test("a change that comes while its order is being submitted is not lost", async () => {
    const [documentNumber, lines] = [`PO-${next()}`, linesFrom(4, 5, 6)];
    const [first] = lines;
    if (!first) throw new Error("No line");
    meanwhile.set(lines.length, () =>
      dropOne(
        fileOf(next(), [
          changeMessage("PC-0", documentNumber, "4", [{ ...first, number: "1", action: "3", quantity: 3 }]),
        ]),
      ),
    );
    const { found } = await orderDocument(lines, documentNumber);
    const order = await settled(
      () => utopiaOrder(targetOf(found, "utopia-order", "order-id")),
      ({ status }) => expect(status).toBe("SUBMITTED_TO_AP21"),
    );
    expect(order.document).toMatchObject({
      lineItems: [{ quantity: 3 }, { quantity: 14 }, { quantity: 14 }],
    });
  });

  test("a change and a cancellation reach the Utopia order and are answered [edi#cancellation]", async () => {
    const { documentNumber, found } = await orderDocument(linesFrom(4, 5));
    const orderId = targetOf(found, "utopia-order", "order-id");
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
});
