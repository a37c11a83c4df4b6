import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { type MessageSummary, summarise } from "#edifact/index.ts";
import type { Connection } from "#platform/database/connect.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import {
  ediBench,
  ediCommands,
  offeredOn,
  offerOf,
  settled,
  stateOf,
  targetOf,
} from "#tests/support/ediBench.ts";
import { changeMessage, fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const databases = testDatabases();

describe.each(databases)("what a person can do to EDI orders on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    const ap21 = async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }) as const;
    api = await startTestApi(connection, { outside: { ...simulatedOutside, ap21 } });
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const bench = ediBench(() => api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { run, created, received } = ediCommands(() => api, bench);
  const responsesOf = (order: EdiOrderDetail): MessageSummary[] =>
    (order.order?.OrderResponses ?? []).map((message) => summarise(message));
  /** A second document under the number of an order that was made. */
  const heldDuplicate = async () => {
    const first = await orderDocument(linesFrom(1));
    const source = await dropOne(fileOf(next(), [ordersMessage(first.documentNumber, linesFrom(1))]));
    return { first: first.found, documentNumber: first.documentNumber, source, held: await created(source) };
  };

  test("a held duplicate is discarded, and names the order that stands [edi#second-order]", async () => {
    const { first, held } = await heldDuplicate();
    expect(stateOf(held, "order/create")).toBe("hold");
    expect(held.attention).toHaveLength(1);
    expect(held.duplicate).toMatchObject({
      order_document_id: first.id,
      utopia_order_number: first.utopia_order_number,
    });
    expect(offeredOn(held)).toEqual(["discard", "process-second-order", "close"]);
    expect(offerOf(held, "process-second-order")?.danger).toBe(true);
    expect(offerOf(held, "discard")?.related).toMatchObject([{ kind: "order", id: first.id }, {}]);
    const refused = await run("order", held.id, "process");
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.error).toContain(first.utopia_order_number);

    expect(await run("order", held.id, "discard", "", `discard ${held.id}`)).toMatchObject({ status: 200 });
    expect(await run("order", held.id, "discard", "", `discard ${held.id}`)).toMatchObject({ status: 200 });
    expect(await run("order", held.id, "discard")).toMatchObject({ status: 409 });
    const discarded = await readOrder(held.id);
    expect(stateOf(discarded, "order/create")).toBe("rejected");
    expect(discarded).toMatchObject({ attention: [], utopia_order_number: null });
    expect(discarded.response_due_at ?? "").toBe("");
    expect(targetOf(discarded, "duplicate-of-order-document", "order-document-id")).toBe(first.id);
    expect(discarded.histories?.filter(({ action }) => action === "action:discard")).toHaveLength(1);
  });

  test("a second order under a number that waits to be confirmed is held, says in what it differs, and can be applied to it [edi#second-order]", async () => {
    const documentNumber = `PO-${next()}`;
    const [line] = linesFrom(1);
    if (!line) throw new Error("No line");
    const messages = [
      ordersMessage(documentNumber, [{ ...line, price: "1.5" }]),
      { ...ordersMessage(documentNumber, [{ ...line, quantity: 7 }]), reference: "2" },
    ];
    const source = await dropOne(fileOf(next(), messages));
    const [firstId = "", secondId = ""] = (source.references ?? [])
      .filter(({ type }) => type === "created-myer-edi-order-document")
      .map(({ meta }) => String(meta?.["order-document-id"]));
    await settled(
      () => readOrder(firstId),
      (read) => expect(read.held_for).toBe("confirmation"),
    );
    const second = await readOrder(secondId);
    expect(second.attention?.join()).toMatch(
      /It differs: [^;]*: 7 instead of 14, at 29\.95 instead of 1\.50$/,
    );
    expect(offeredOn(second)).toEqual(["apply-as-change", "discard", "process-second-order", "close"]);
    expect(await run("order", secondId, "process")).toMatchObject({ status: 409 });
    expect(await run("order", secondId, "apply-as-change")).toMatchObject({ status: 200 });
    const first = await settled(
      () => readOrder(firstId),
      (read) => expect(read.order?.OrderResponses).toHaveLength(1),
    );
    expect(first.held_for ?? null).toBeNull();
    expect(summarise(first.order?.OrderResponses?.[0])).toMatchObject({ messageFunction: "29" });
    const made = "select document -> 'lineItems' -> 0 ->> 'quantity' as quantity from orders where id = $1";
    const { rows } = await connection.executeSql(made, [targetOf(first, "utopia-order", "order-id")]);
    expect(rows).toEqual([{ quantity: "7" }]);
    expect(await readOrder(secondId)).toMatchObject({ attention: [], utopia_order_number: null });
  });

  test("a second order is made on purpose only, and no two responses have one number", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    expect(offerOf(held, "process-second-order")?.warning).toBe(
      `Makes a second Utopia order for ${documentNumber}, for which ${first.utopia_order_number} exists.`,
    );
    expect(await run("order", held.id, "process-second-order")).toMatchObject({ status: 200 });
    const second = await settled(
      () => readOrder(held.id),
      (read) => expect(stateOf(read, "order/create")).toBe("completed"),
    );
    expect(second.utopia_order_number).not.toBe(first.utopia_order_number);
    const numbers = [...responsesOf(first), ...responsesOf(second)].map(
      ({ documentIdentifier }) => documentIdentifier,
    );
    expect(numbers).toEqual([`OR-${documentNumber}-1`, `OR-${documentNumber}-2`]);
    // Now a change of that number could mean either of them.
    const change = await dropOne(fileOf(next(), [changeMessage("PC-B", documentNumber, "1")]));
    expect(stateOf(change, "interchange/receive")).toBe("manual");
    expect(change.attention?.join()).toMatch(
      new RegExp(`${first.utopia_order_number}.*${second.utopia_order_number}`),
    );
  });

  test("a change goes to the order, and not to the held copy of it [edi#one-order]", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    const [line] = linesFrom(1);
    if (!line) throw new Error("No line");
    const change = await dropOne(
      fileOf(next(), [
        changeMessage("PC-A", documentNumber, "4", [{ ...line, number: "1", action: "3", quantity: 1 }]),
      ]),
    );
    expect(targetOf(change, "changed-myer-edi-order-document", "order-document-id")).toBe(first.id);
    const changed = await settled(
      () => readOrder(first.id),
      (read) => expect(read.order?.OrderResponses).toHaveLength(2),
    );
    expect((await readOrder(held.id)).order?.OrderChangeRequests).toEqual([]);
    const answer = responsesOf(changed).at(-1);
    if (answer?.kind !== "ORDRSP") throw new Error("That is no response");
    expect(answer.order.references).toMatchObject([
      { qualifier: "ON", identifier: documentNumber },
      { qualifier: "PP", identifier: "PC-A" },
    ]);
  });

  test("a change of what is only held waits for a person", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    await dropOne(fileOf(next(), [changeMessage("PC-C", documentNumber, "1")]));
    await settled(
      () => readOrder(first.id),
      (read) => expect(stateOf(read, "order/wait-for-final-order-change-message")).toBe("completed"),
    );
    const change = await dropOne(fileOf(next(), [changeMessage("PC-D", documentNumber, "1")]));
    expect(stateOf(change, "interchange/receive")).toBe("manual");
    expect(change.attention?.join()).toContain(held.id);
    expect(await run("interchange", change.id, "close")).toMatchObject({ status: 400 });
    expect(await run("interchange", change.id, "close", "Myer rang, it is cancelled")).toMatchObject({
      status: 200,
    });
    const closed = await readInterchange(change.id);
    expect(closed).toMatchObject({ attention: [] });
    expect(stateOf(closed, "interchange/receive")).toBe("completed");
    expect(closed.histories?.[0]?.message).toContain("because: Myer rang, it is cancelled");
    expect(await run("interchange", change.id, "close", "again")).toMatchObject({ status: 409 });
  });

  test("a change that comes too late is refused line by line, with its reason", async () => {
    const { found, documentNumber } = await orderDocument(linesFrom(2));
    await dropOne(fileOf(next(), [changeMessage("PC-E", documentNumber, "1")]));
    await settled(
      () => readOrder(found.id),
      (read) => expect(read.order?.OrderResponses).toHaveLength(2),
    );
    const [line] = linesFrom(2);
    if (!line) throw new Error("No line");
    const asked = { ...line, number: "1", action: "3", quantity: 5 };
    await dropOne(fileOf(next(), [changeMessage("PC-F", documentNumber, "4", [asked])]));
    await run("order", found.id, "reprocess");
    const told = await settled(
      () => readOrder(found.id),
      (read) => expect(read.order?.OrderResponses).toHaveLength(3),
    );
    const [, cancelled, refused] = responsesOf(told);
    expect(cancelled).toMatchObject({ messageFunction: "27" });
    if (refused?.kind !== "ORDRSP") throw new Error("That is no response");
    expect(refused).toMatchObject({ messageFunction: "4" });
    expect(refused.order.references).toMatchObject([{}, { qualifier: "PP", identifier: "PC-F" }]);
    expect(refused.order.lines.map(({ action }) => action)).toEqual(["7"]);
    expect(refused.order.notes.join()).toContain("before the change came");
  });

  test("going through a completed interchange and order again makes nothing twice", async () => {
    const { source, found } = await orderDocument(linesFrom(6));
    expect(offeredOn(source)).toEqual(["process", "reprocess"]);
    expect(await run("interchange", source.id, "reprocess")).toMatchObject({ status: 200 });
    const again = await received(source.id, "completed");
    expect(again.references?.map(({ type }) => type).sort()).toEqual(
      source.references?.map(({ type }) => type).sort(),
    );
    expect((await readOrder(found.id)).order?.OrderResponses).toHaveLength(1);
    expect(await run("interchange", source.id, "no-such-thing")).toMatchObject({ status: 400 });
    expect(await run("interchange", source.id, "resend")).toMatchObject({ status: 409 });
  });
});
