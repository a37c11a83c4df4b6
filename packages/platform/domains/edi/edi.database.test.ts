import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { summarise } from "#edifact/index.ts";
import { type Outside, simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { advanceDueOrders } from "../../../../tests/support/due.ts";
import { ediBench, ediCommands, settled, stateOf, targetOf } from "../../../../tests/support/ediBench.ts";
import {
  changeMessage,
  controlMessage,
  fileOf,
  linesFrom,
  ordersMessage,
  type TestLine,
  unlistedLine,
} from "../../../../tests/support/ediFiles.ts";

const [line, other] = linesFrom(1, 2);
if (!line || !other) throw new Error("The seed lacks the articles");
const withdrawnArticle = 7;

/** Runs while AP21 processes an order with this many lines. */
const meanwhile = new Map<number, () => Promise<unknown>>();

// AP21 accepts every order immediately.
const outside: Outside = {
  ...simulatedOutside,
  ap21: async ({ lines }) => {
    const happens = meanwhile.get(lines);
    meanwhile.delete(lines);
    await happens?.();
    return { kind: "accepted", message: "AP21 accepted the order (simulated)" };
  },
};

const orderIdOf = (document: EdiOrderDetail) => targetOf(document, "utopia-order", "order-id");
const interchangesOf = ({ references }: EdiOrderDetail, type: string) =>
  (references ?? [])
    .filter((reference) => reference.type?.startsWith(`interchange:${type}`))
    .map(({ meta }) => String(meta?.["interchange-document-id"]));

describe.each(testDatabases())("an order by EDI on $name", ({ open }) => {
  const used = useApi(
    async () => {
      const connection = await open();
      const state = `case position when ${withdrawnArticle} then 'withdrawn' else 'live' end`;
      await connection.executeSql(`update meta_products set state = ${state} where store_id = 14`);
      return connection;
    },
    { outside },
  );
  const bench = ediBench(() => used.api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { confirm, transmitted, textOf } = ediCommands(() => used.api, bench);

  const orderWhen = (id: string, check: (read: EdiOrderDetail) => void) =>
    settled(() => readOrder(id), check);
  /** The document once it has this many responses or despatch advices. */
  const respondedTo = (id: string, times: number) =>
    orderWhen(id, ({ order }) => expect(order?.OrderResponses).toHaveLength(times));
  const advised = (id: string, times: number) =>
    orderWhen(id, (read) => expect(interchangesOf(read, "desadv")).toHaveLength(times));
  /** The text of the latest response to an order, once there are this many. */
  const responseText = async (id: string, times: number) => {
    const order = await orderWhen(id, (read) => expect(interchangesOf(read, "ordrsp")).toHaveLength(times));
    const all = await Promise.all(interchangesOf(order, "ordrsp").map(readInterchange));
    const numbers = all.map(({ control_reference }) => Number(control_reference));
    return textOf(all[numbers.indexOf(Math.max(...numbers))]?.id ?? "");
  };
  /** Orders lines that differ from the terms; the document waits for confirmation. */
  const waiting = async (lines: TestLine[]) => {
    const { found } = await orderDocument(lines);
    expect(found).toMatchObject({ held_for: "confirmation" });
    return found.id;
  };
  const answered = (id: string) =>
    orderWhen(id, (read) => {
      expect(read.order?.OrderResponses).toHaveLength(1);
      expect(stateOf(read, "order/create")).not.toBe("active");
    });
  const utopiaOrder = async (id: string) => {
    const query = "select status, document from orders where id = $1";
    const { rows } = await used.connection.executeSql(query, [id]);
    return z.object({ status: z.string(), document: z.looseObject({ sourceId: z.string() }) }).parse(rows[0]);
  };
  const submitted = (id: string) =>
    settled(
      () => utopiaOrder(id),
      ({ status }) => expect(status).toBe("SUBMITTED_TO_AP21"),
    );
  /** Brings the Utopia order of a document to the warehouse, whose clock is ahead, and acts there as a person. */
  const ship = async (found: EdiOrderDetail, action: "ship" | "ship-part" = "ship") => {
    const target = orderIdOf(found);
    await submitted(target);
    await advanceDueOrders(used.connection.database, outside, () => new Date(Date.now() + 60_000));
    expect((await utopiaOrder(target)).status).toBe("SHIPMENT_PENDING");
    await act(target, action);
  };
  const act = async (target: string, action: string) => {
    const event = { action, target, storeGroup: "Myer", payload: "", sourceType: "edimarketplace" };
    expect(await used.api.act({ ...event, submittedBy: "clerk@utopia.example" })).toMatchObject({
      status: 200,
    });
  };
  const change = (identifier: string, order: string, quantity: number, of: TestLine = line) =>
    dropOne(
      fileOf(next(), [
        changeMessage(identifier, order, "4", [{ ...of, number: "1", action: "3", quantity }]),
      ]),
    );
  /** The ORDERS message of a number as a cancellation (1225 is 1). */
  const cancelling = (documentNumber: string) =>
    dropOne(fileOf(next(), [ordersMessage(documentNumber, [line])]).replace(/(BGM\+220\+[^+]+\+)9/, "$11"));

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
    const response = await transmitted(responseId);
    const [answer] = response.interchange?.orderResponses ?? [];
    expect(summarise(answer)).toMatchObject({ type: "ORDRSP", messageFunction: "29" });
    expect(targetOf(response, "source-myer-edi-order-document", "order-document-id")).toBe(found.id);
    expect(found.utopia_order_number).toMatch(/^MYR14\d+$/);

    await ship(found, "ship-part");
    const partly = await advised(found.id, 1);
    expect(partly.stream_statuses?.["order/supply-shipment-notifications"]?.state).toBe("passive");
    await act(orderIdOf(found), "ship");
    const complete = await advised(found.id, 2);
    expect(Object.values(complete.stream_statuses ?? {}).map(({ state }) => state)).toEqual(
      Array(4).fill("completed"),
    );
    expect(complete.order_update_message_records).toMatchObject([{ message_label: "COMPLETE" }]);
    expect(complete.order?.DespatchAdvices).toHaveLength(2);

    const [adviceId = ""] = interchangesOf(complete, "desadv");
    const advice = await transmitted(adviceId);
    const despatch = summarise(advice.interchange?.despatchAdvices?.[0]);
    if (despatch.kind !== "DESADV") throw new Error("That is no despatch advice");
    const [shipment] = despatch.packing;
    const [pallet] = shipment?.inside ?? [];
    // 14 units: one full carton of 12 and a second one, on one pallet.
    expect(pallet?.inside).toHaveLength(2);
    for (const carton of pallet?.inside ?? [])
      expect(carton.sscc).toEqual([expect.stringMatching(/^\d{18}$/)]);
    const file = advice.references?.find(({ type }) => type === "outbound-interchange-blob-store-file")?.uri;
    expect(await readFile(String(file), "utf8")).toBe(await textOf(adviceId));

    expect(advice).toMatchObject({ acknowledged: false, acknowledgement_requested: true });
    const receipt = controlMessage(advice.control_reference ?? "", "7");
    const control = await dropOne(fileOf(next(), [receipt], { acknowledgementRequested: false }));
    expect(targetOf(control, "acknowledged-interchange", "interchange-document-id")).toBe(adviceId);
    expect(await readInterchange(adviceId)).toMatchObject({
      acknowledged: true,
      acknowledgement_action: "7",
      acknowledgement_interchange_document_id: control.id,
    });
  });

  test("two lines with one number are both despatched, and both reported to the partner [edi#streams]", async () => {
    const lines = linesFrom(3, 4).map((line) => ({ ...line, number: "1" }));
    const { found } = await orderDocument(lines);
    await ship(found);
    const shipped = await advised(found.id, 1);
    const [advice] = shipped.order?.DespatchAdvices ?? [];
    for (const { ean } of lines) expect(JSON.stringify(advice)).toContain(ean);
  });

  test("outbound messages are dated in the partner's time zone [edi#partners]", async () => {
    // UTC-11 all year: nearly always another date than in Melbourne.
    const terms = (zone: object) =>
      used.connection.executeSql(`update edi_partners set terms = '${JSON.stringify(zone)}'`);
    const clock = () => new Date(Date.now() - 11 * 3_600_000).toISOString().slice(0, 16);
    await terms({ time_zone: "Pacific/Pago_Pago" });
    const from = clock();
    const { found } = await orderDocument(linesFrom(9));
    await ship(found);
    const shipped = await advised(found.id, 1);
    const until = clock();
    await terms({});
    const text = await textOf(interchangesOf(shipped, "desadv")[0] ?? "");
    const written = (pattern: RegExp) =>
      [1, 2, 3, 4, 5].map((part) => pattern.exec(text)?.[part] ?? "").filter(Boolean);
    const [year, month, day, hour, minute] = written(/UNB.*?\+(\d\d)(\d\d)(\d\d):(\d\d)(\d\d)\+/s);
    const prepared = `20${year}-${month}-${day}T${hour}:${minute}`;
    expect(from <= prepared && prepared <= until, prepared).toBe(true);
    const despatched = written(/DTM\+11:(\d{4})(\d\d)(\d\d):102/).join("-");
    expect([from.slice(0, 10), until.slice(0, 10)]).toContain(despatched);
  });

  test("a discontinued article is not accepted: part of an order, or the whole [edi#confirming, edi#proved]", async () => {
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
    const orders = async () => (await used.connection.executeSql("select count(*) as n from orders")).rows[0];
    const before = await orders();
    const { source, found } = await orderDocument(linesFrom(4), undefined, { test: true });
    expect(source).toMatchObject({ test: true });
    expect(found).toMatchObject({ test: true, response_due_at: null, despatch_due_at: null });
    const { order, utopia_order_number, references } = await answered(found.id);
    expect(summarise(order?.OrderResponses?.[0])).toMatchObject({ kind: "ORDRSP", messageFunction: "29" });
    const responseId = targetOf({ references }, "interchange:ordrsp+initial", "interchange-document-id");
    const response = await readInterchange(responseId);
    expect(response).toMatchObject({ test: true });
    expect(utopia_order_number ?? null).toBeNull();
    expect(await orders()).toEqual(before);
  });

  test("a change during its order's submission is not lost", async () => {
    const [documentNumber, lines] = [`PO-${next()}`, linesFrom(4, 5, 6)];
    meanwhile.set(lines.length, () => change("PC-0", documentNumber, 3, lines[0]));
    const { found } = await orderDocument(lines, documentNumber);
    const order = await submitted(orderIdOf(found));
    expect(order.document).toMatchObject({
      lineItems: [{ quantity: 3 }, { quantity: 14 }, { quantity: 14 }],
    });
  });

  test("a change and a cancellation reach the Utopia order and are answered [edi#cancellation]", async () => {
    const { documentNumber, found } = await orderDocument(linesFrom(4, 5));
    await change("PC-1", documentNumber, 3, linesFrom(4)[0]);
    const changed = await respondedTo(found.id, 2);
    expect(changed.order_update_message_records).toMatchObject([{ message_label: "CHANGED" }]);
    const { document } = await utopiaOrder(orderIdOf(found));
    expect(document).toMatchObject({ lineItems: [{ quantity: 3 }, { quantity: 14 }] });

    await dropOne(fileOf(next(), [changeMessage("PC-2", documentNumber, "1")]));
    const cancelled = await orderWhen(found.id, (read) =>
      expect(stateOf(read, "order/wait-for-final-order-change-message")).toBe("completed"),
    );
    expect(cancelled.order_update_message_records?.at(-1)).toMatchObject({ message_label: "CANCELLED" });
    expect(summarise(cancelled.order?.OrderResponses?.at(-1))).toMatchObject({ messageFunction: "27" });
    expect((await utopiaOrder(orderIdOf(found))).status).toBe("INVALID");
    expect(interchangesOf(cancelled, "desadv")).toEqual([]);
  });

  test("an ORDERS that cancels ends the living order of its number, also one that waits to be confirmed [edi#cancellation]", async () => {
    const made = await orderDocument([line]);
    const source = await cancelling(made.documentNumber);
    expect(source).toMatchObject({ attention: [] });
    expect(await responseText(made.found.id, 2)).toMatch(/BGM\+231\+[^+]+\+27'/);

    const waits = await orderDocument([{ ...line, price: "1.5" }]);
    expect(waits.found).toMatchObject({ held_for: "confirmation" });
    await cancelling(waits.documentNumber);
    expect(await responseText(waits.found.id, 1)).toMatch(/BGM\+231\+[^+]+\+27'/);
    const ended = await readOrder(waits.found.id);
    expect(ended).toMatchObject({ attention: [], utopia_order_number: null });
    expect(stateOf(ended, "order/create")).toBe("rejected");
  });

  test("one after the goods were sent is no duplicate: it is answered so, and left to a person [edi#cancellation]", async () => {
    const { found, documentNumber } = await orderDocument([line]);
    await ship(found);
    await advised(found.id, 1);
    const source = await cancelling(documentNumber);
    expect(stateOf(source, "interchange/receive")).toBe("manual");
    expect(source.attention).toEqual([
      expect.stringMatching(
        /^Interchange \d+ cancels the order, and came too late: everything was sent before/,
      ),
    ]);
    const text = await responseText(found.id, 2);
    expect(text).toMatch(/BGM\+231\+[^+]+\+4'.*LIN\+1\+7\+.*QTY\+113:14'.*before the change came/s);
  });

  test("a line that is added without a price is refused, and one without a quantity keeps its own [edi#changed-lines, edi#proved]", async () => {
    const { documentNumber, found } = await orderDocument([line]);
    const text = fileOf(next(), [
      changeMessage("PC-9", documentNumber, "4", [
        { ...line, number: "1", action: "3" },
        { ...other, number: "2", action: "1" },
      ]),
    ]);
    // The first line has no quantity; no line has a price.
    const source = await dropOne(
      text.replace(/(LIN\+1\+3\+[^']+')QTY[^']+'/, "$1").replace(/UNT\+(\d+)/, (_, n) => `UNT+${n - 1}`),
    );
    expect(source.attention).toEqual([]);
    const lines = (await responseText(found.id, 2))
      .split("'")
      .filter((segment) => /^(LIN|QTY|PRI|FTX)/.test(segment));
    expect(lines).toEqual([
      `LIN+1+5+${line.ean}:SRV`,
      "QTY+21:14",
      "QTY+113:14",
      `PRI+AAA:${line.price}`,
      `LIN+2+7+${other.ean}:SRV`,
      "QTY+21:14",
      "QTY+113:0",
      "FTX+ACD+++It says no price",
    ]);
  });

  test("an order of D.96A is answered in D.96A [edi#proved]", async () => {
    const number = `PO-${next()}`;
    const text = fileOf(next(), [ordersMessage(number, [line])]);
    const source = await dropOne(text.replace("D:01B:UN:EAN010", "D:96A:UN:EAN008"));
    const id = targetOf(source, "created-myer-edi-order-document", "order-document-id");
    expect(await responseText(id, 1)).toContain("ORDRSP:D:96A:UN");
  });
});
