import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../../tests/support/api.ts";
import { testDatabases } from "../../../../../tests/support/databases.ts";
import {
  ediBench,
  ediCommands,
  offeredOn,
  offerOf,
  settled,
  stateOf,
  targetOf,
} from "../../../../../tests/support/ediBench.ts";
import { changeMessage, fileOf, linesFrom, ordersMessage } from "../../../../../tests/support/ediFiles.ts";

const [line] = linesFrom(1);
if (!line) throw new Error("The seed lacks the article");
const ap21 = async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }) as const;

const geelong = "NAD+ST+9399990000156::9++MYER GEELONG+99 MOORABOOL ST+GEELONG+VIC+3220+AU";
const ballarat = "NAD+ST+9399990000163::9++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU";

describe.each(testDatabases())("what comes after an order on $name", ({ open }) => {
  const used = useApi(open, { outside: { ...simulatedOutside, ap21 } });
  const bench = ediBench(() => used.api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { run, confirm, created, received, textOf } = ediCommands(() => used.api, bench);

  const orderWhen = (id: string, check: (read: EdiOrderDetail) => void) =>
    settled(() => readOrder(id), check);
  const utopiaOrder = async (document: EdiOrderDetail) => {
    const query = "select document from orders where id = $1";
    const { rows } = await used.connection.executeSql(query, [
      targetOf(document, "utopia-order", "order-id"),
    ]);
    return z.object({ document: z.looseObject({}) }).parse(rows[0]).document;
  };
  const setStock = (sku: string, stock: number) =>
    used.connection.executeSql(
      `update meta_products set variants = (
         select jsonb_agg(case when variant ->> 'productSku' = $1
           then jsonb_set(variant, '{attributes,inventory}', to_jsonb($2::int)) else variant end)
         from jsonb_array_elements(variants) as variant)
       where store_id = 14 and variants::text like '%' || $1 || '%'`,
      [sku, stock],
    );
  const numbered = (reference: string) => (message: ReturnType<typeof changeMessage>) => ({
    ...message,
    reference,
  });

  test("a location that is named by its number alone is looked up in the partners' file, and the history says so [edi#address]", async () => {
    const location = {
      ...{ name: "MYER BALLARAT", street1: "1 STURT ST", suburb: "BALLARAT" },
      ...{ state: "VIC", postcode: "3350", country: "AU" },
    };
    await used.connection.executeSql(
      `update edi_partners set terms = jsonb_set(terms, '{locations}', $1::jsonb) where identification = 'MYERTEST'`,
      [JSON.stringify({ "9399990000163": location })],
    );
    const text = fileOf(next(), [ordersMessage(next(), [line])]);
    const { id } = await created(await dropOne(text.replace(geelong, "NAD+ST+9399990000163::9")));
    const found = await orderWhen(id, (read) => expect(read.utopia_order_number).not.toBeNull());
    expect(await utopiaOrder(found)).toMatchObject({
      addresses: [{ suburb: "MELBOURNE" }, { suburb: "BALLARAT", street1: "1 STURT ST" }],
    });
    expect(found.histories?.map(({ message }) => message)).toContain(
      "It goes to the location 9399990000163, which the partner's record has at 1 STURT ST, BALLARAT",
    );
  });

  test("an answer to a price does not accept what the order lacks in stock since: it is asked again [edi#confirming]", async () => {
    const [other] = linesFrom(8);
    if (!other) throw new Error("The seed lacks the article");
    const { found } = await orderDocument([{ ...other, price: "1.5" }]);
    expect(found.held_for).toBe("confirmation");
    const accept = { lines: [{ place: 1, answer: "accept" as const }] };
    expect(await run("order", found.id, "answer-lines", "", undefined, accept)).toMatchObject({
      status: 200,
    });
    expect((await readOrder(found.id)).review_lines?.[0]?.answer).toMatchObject({ answer: "accept" });
    await setStock(other.sku, 0);
    expect(await confirm(found.id, { lines: [] })).toMatchObject({ status: 200 });
    const asked = await orderWhen(found.id, ({ review_lines }) =>
      expect(review_lines?.[0]?.differences?.map(({ words }) => words)).toContain("0 in stock"),
    );
    expect(asked).toMatchObject({ held_for: "confirmation", utopia_order_number: null });
    expect(asked.review_lines?.[0]?.answer ?? null).toBeNull();
    expect(asked.order?.OrderResponses).toEqual([]);
    expect(await confirm(found.id, { lines: [] })).toMatchObject({ status: 400 });
  });

  test("a second order that goes elsewhere says so, and as a change it moves the goods as well as the quantity [edi#second-order, edi#address]", async () => {
    const { found: first, documentNumber } = await orderDocument([line]);
    expect(await utopiaOrder(first)).toMatchObject({
      addresses: [{ suburb: "MELBOURNE" }, { suburb: "GEELONG" }],
    });
    const text = fileOf(next(), [ordersMessage(documentNumber, [{ ...line, quantity: 3 }])]);
    expect(text).toContain(geelong);
    const second = await created(await dropOne(text.replace(geelong, ballarat)));
    const words = second.attention?.join() ?? "";
    expect(words).toContain(
      "its delivery address is MYER BALLARAT, 1 STURT ST, BALLARAT VIC 3350 instead of",
    );
    expect(words).toContain("3 instead of 14");
    expect(await run("order", second.id, "apply-as-change")).toMatchObject({ status: 200 });
    const changed = await orderWhen(first.id, ({ order }) => expect(order?.OrderResponses).toHaveLength(2));
    expect(await utopiaOrder(changed)).toMatchObject({
      lineItems: [{ quantity: 3 }],
      addresses: [{ suburb: "MELBOURNE" }, { suburb: "BALLARAT", street1: "1 STURT ST" }],
    });
  });

  test("one that differs in its address alone is not said to be the same [edi#second-order]", async () => {
    const { documentNumber } = await orderDocument([line]);
    const text = fileOf(next(), [ordersMessage(documentNumber, [line])]);
    const second = await created(await dropOne(text.replace(geelong, ballarat)));
    expect(second.attention?.join()).not.toContain("It says the same");
    expect(offerOf(second, "apply-as-change")?.title).toBe("Apply as a change");
  });

  test("an order that was sent before the living one of its number is never applied to it [edi#second-order, edi#sequence]", async () => {
    const [taken, documentNumber] = [next(), `PO-${next()}`];
    await dropOne(fileOf(taken, [ordersMessage(`PO-${next()}`, [line])]));
    const older = await dropOne(fileOf(taken, [ordersMessage(documentNumber, [line])]));
    expect(stateOf(older, "interchange/receive")).toBe("hold");
    await orderDocument([{ ...line, quantity: 2 }], documentNumber);
    expect(await run("interchange", older.id, "process-refused")).toMatchObject({ status: 200 });
    const released = await created(await received(older.id, "completed"));
    expect(released.attention?.join()).toContain("it was sent before");
    expect(offeredOn(released)).toEqual(["discard", "process-second-order", "close"]);
    expect(await run("order", released.id, "apply-as-change")).toMatchObject({ status: 409 });
  });

  test("a change that is released after a later one of its interchange changes nothing, and a person is told [edi#sequence]", async () => {
    const { found, documentNumber } = await orderDocument([line]);
    const change = (identifier: string, quantity: number) =>
      changeMessage(identifier, documentNumber, "4", [{ ...line, number: "1", action: "3", quantity }]);
    const text = fileOf(next(), [numbered("1")(change("PC-OLD", 9)), numbered("2")(change("PC-NEW", 4))]);
    const source = await dropOne(text.replace(/UNT\+(\d+)\+1'/, "UNT+99+1'"));
    expect(source.refused_messages).toHaveLength(1);
    await orderWhen(found.id, ({ order }) => expect(order?.OrderResponses).toHaveLength(2));
    expect(await run("interchange", source.id, "process-refused")).toMatchObject({ status: 200 });
    const lifted = await received(source.id, "manual");
    expect(lifted.attention?.join()).toMatch(/what the partner sent later, in \d+, was processed before it/);
    const order = await readOrder(found.id);
    expect(order.order?.OrderResponses).toHaveLength(2);
    expect(await utopiaOrder(order)).toMatchObject({ lineItems: [{ quantity: 4 }] });
  });

  test("a person's quantity stands when the partner changes the day alone, and the answer says so [edi#changed-lines, edi#proved]", async () => {
    const { found, documentNumber } = await orderDocument([{ ...line, quantity: 900 }]);
    const amend = { lines: [{ place: 1, answer: "amend" as const, quantity: 3 }] };
    expect(await confirm(found.id, amend)).toMatchObject({ status: 200 });
    await orderWhen(found.id, ({ order }) => expect(order?.OrderResponses).toHaveLength(1));
    const text = fileOf(next(), [
      changeMessage("PC-DAY", documentNumber, "4", [{ ...line, number: "1", action: "3" }]),
    ]);
    await dropOne(text.replace("QTY+21:14'", "DTM+2:20261220:102'"));
    const changed = await orderWhen(found.id, ({ order }) => expect(order?.OrderResponses).toHaveLength(2));
    expect(await utopiaOrder(changed)).toMatchObject({
      lineItems: [{ quantity: 3, deliverBy: "2026-12-20" }],
    });
    const responses = changed.references?.filter(({ type }) => type === "interchange:ordrsp+update") ?? [];
    const id = String(responses[0]?.meta?.["interchange-document-id"]);
    const sent = await textOf((await readInterchange(id)).id);
    expect(sent).toMatch(/LIN\+1\+3\+.*'QTY\+21:900'QTY\+113:3'/);
  });
});
