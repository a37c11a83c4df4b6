import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { type MessageSummary, summarise } from "#edifact/index.ts";
import { ediOrderMessages, ediOrders } from "#platform/database/schema/edi.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import {
  ediBench,
  ediCommands,
  offeredOn,
  offerOf,
  settled,
  stateOf,
  targetOf,
} from "../../../../tests/support/ediBench.ts";
import {
  changeMessage,
  fileOf,
  linesFrom,
  ordersMessage,
  type TestLine,
} from "../../../../tests/support/ediFiles.ts";

const [line, second] = linesFrom(1, 2);
if (!line || !second) throw new Error("The seed lacks the articles");
const ap21 = async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }) as const;

describe.each(testDatabases())("a person's actions on EDI orders on $name", ({ open }) => {
  const used = useApi(open, { outside: { ...simulatedOutside, ap21 } });
  const bench = ediBench(() => used.api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { run, created, received } = ediCommands(() => used.api, bench);

  const orderWhen = (id: string, check: (read: EdiOrderDetail) => void) =>
    settled(() => readOrder(id), check);
  const respondedTo = (id: string, times: number) =>
    orderWhen(id, ({ order }) => expect(order?.OrderResponses).toHaveLength(times));
  const responsesOf = (order: EdiOrderDetail): MessageSummary[] =>
    (order.order?.OrderResponses ?? []).map((message) => summarise(message));
  /** Cancels an order, or changes the quantity of its one line. */
  const cancel = (identifier: string, order: string) =>
    dropOne(fileOf(next(), [changeMessage(identifier, order, "1")]));
  const change = (identifier: string, order: string, of: TestLine, quantity: number) =>
    dropOne(
      fileOf(next(), [
        changeMessage(identifier, order, "4", [{ ...of, number: "1", action: "3", quantity }]),
      ]),
    );
  const done = async (kind: "order" | "interchange", id: string, action: string, reason = "", key?: string) =>
    expect(await run(kind, id, action, reason, key)).toMatchObject({ status: 200 });
  const heldDuplicate = async () => {
    const { found: first, documentNumber } = await orderDocument([line]);
    const source = await dropOne(fileOf(next(), [ordersMessage(documentNumber, [line])]));
    return { first, documentNumber, held: await created(source) };
  };

  test("an order is read with its messages as they were at one moment", async () => {
    const { found } = await orderDocument([line]);
    const messagesOf = ({ order }: EdiOrderDetail) => Object.values(order ?? {}).flat().length;
    const before = messagesOf(await readOrder(found.id));
    const { database, kind } = used.connection;
    const waiting = "select 1 from pg_locks where not granted and relation = 'edi_order_messages'::regclass";
    const reading = await database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table ${ediOrderMessages} in access exclusive mode`);
      const started = readOrder(found.id);
      // PGlite has one session: there the reader waits for all of this.
      const isWaiting = async () => (await used.connection.executeSql(waiting)).rows.length > 0;
      if (kind === "postgres") await expect.poll(isWaiting).toBe(true);
      const isOfIt = eq(ediOrderMessages.orderId, found.id);
      const [message] = await transaction.select().from(ediOrderMessages).where(isOfIt);
      if (!message) throw new Error("The order has no message");
      await transaction.insert(ediOrderMessages).values({ ...message, ordinal: 1_000 });
      const changed = { utopiaOrderNumber: "CHANGED" };
      await transaction.update(ediOrders).set(changed).where(eq(ediOrders.id, found.id));
      return { started };
    });
    const read = await reading.started;
    const added = read.utopia_order_number === "CHANGED" ? 1 : 0;
    expect(messagesOf(read)).toBe(before + added);
  });

  test("a held duplicate is discarded, and names the living order [edi#second-order]", async () => {
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

    for (const _ of [1, 2]) await done("order", held.id, "discard", "", `discard ${held.id}`);
    expect(await run("order", held.id, "discard")).toMatchObject({ status: 409 });
    const discarded = await readOrder(held.id);
    expect(stateOf(discarded, "order/create")).toBe("rejected");
    expect(discarded).toMatchObject({ attention: [], utopia_order_number: null });
    expect(discarded.response_due_at ?? "").toBe("");
    expect(targetOf(discarded, "duplicate-of-order-document", "order-document-id")).toBe(first.id);
    expect(discarded.histories?.filter(({ action }) => action === "action:discard")).toHaveLength(1);
  });

  test("a second order with the number of one to confirm is held, has its differences, and can be applied to it [edi#second-order]", async () => {
    const documentNumber = `PO-${next()}`;
    const messages = [
      ordersMessage(documentNumber, [{ ...line, price: "1.5" }]),
      { ...ordersMessage(documentNumber, [{ ...line, quantity: 7 }]), reference: "2" },
    ];
    const source = await dropOne(fileOf(next(), messages));
    const [firstId = "", secondId = ""] = (source.references ?? [])
      .filter(({ type }) => type === "created-myer-edi-order-document")
      .map(({ meta }) => String(meta?.["order-document-id"]));
    await orderWhen(firstId, (read) => expect(read.held_for).toBe("confirmation"));
    const second = await readOrder(secondId);
    expect(second.attention?.join()).toMatch(
      /It differs: [^;]*: 7 instead of 14, at 29\.95 instead of 1\.50$/,
    );
    expect(offeredOn(second)).toEqual(["apply-as-change", "discard", "process-second-order", "close"]);
    expect(await run("order", secondId, "process")).toMatchObject({ status: 409 });
    await done("order", secondId, "apply-as-change");
    const first = await respondedTo(firstId, 1);
    expect(first.held_for ?? null).toBeNull();
    expect(summarise(first.order?.OrderResponses?.[0])).toMatchObject({ messageFunction: "29" });
    const made = "select document -> 'lineItems' -> 0 ->> 'quantity' as quantity from orders where id = $1";
    const { rows } = await used.connection.executeSql(made, [targetOf(first, "utopia-order", "order-id")]);
    expect(rows).toEqual([{ quantity: "7" }]);
    expect(await readOrder(secondId)).toMatchObject({ attention: [], utopia_order_number: null });
  });

  test("a second order is made on purpose only, and no two responses have one number", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    expect(offerOf(held, "process-second-order")?.warning).toBe(
      `Makes a second Utopia order for ${documentNumber}, for which ${first.utopia_order_number} exists.`,
    );
    await done("order", held.id, "process-second-order");
    const second = await orderWhen(held.id, (read) =>
      expect(stateOf(read, "order/create")).toBe("completed"),
    );
    expect(second.utopia_order_number).not.toBe(first.utopia_order_number);
    const responses = [...responsesOf(first), ...responsesOf(second)];
    expect(responses.map((response) => response.documentIdentifier)).toEqual([
      `OR-${documentNumber}-1`,
      `OR-${documentNumber}-2`,
    ]);
    // Now a change of that number is ambiguous.
    const unclear = await cancel("PC-B", documentNumber);
    expect(stateOf(unclear, "interchange/receive")).toBe("manual");
    const both = new RegExp(`${first.utopia_order_number}.*${second.utopia_order_number}`);
    expect(unclear.attention?.join()).toMatch(both);
  });

  test("a change goes to the order, and not to the held copy of it [edi#one-order]", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    const source = await change("PC-A", documentNumber, line, 1);
    expect(targetOf(source, "changed-myer-edi-order-document", "order-document-id")).toBe(first.id);
    const changed = await respondedTo(first.id, 2);
    expect((await readOrder(held.id)).order?.OrderChangeRequests).toEqual([]);
    const answer = responsesOf(changed).at(-1);
    if (answer?.kind !== "ORDRSP") throw new Error("That is no response");
    expect(answer.order.references).toMatchObject([
      { qualifier: "ON", identifier: documentNumber },
      { qualifier: "PP", identifier: "PC-A" },
    ]);
  });

  test("a change of a held order waits for a person", async () => {
    const { first, documentNumber, held } = await heldDuplicate();
    await cancel("PC-C", documentNumber);
    await orderWhen(first.id, (read) =>
      expect(stateOf(read, "order/wait-for-final-order-change-message")).toBe("completed"),
    );
    const waiting = await cancel("PC-D", documentNumber);
    expect(stateOf(waiting, "interchange/receive")).toBe("manual");
    expect(waiting.attention?.join()).toContain(held.id);
    expect(await run("interchange", waiting.id, "close")).toMatchObject({ status: 400 });
    await done("interchange", waiting.id, "close", "Myer rang, it is cancelled");
    const closed = await readInterchange(waiting.id);
    expect(closed).toMatchObject({ attention: [] });
    expect(stateOf(closed, "interchange/receive")).toBe("completed");
    expect(closed.histories?.[0]?.message).toContain("because: Myer rang, it is cancelled");
    expect(await run("interchange", waiting.id, "close", "again")).toMatchObject({ status: 409 });
  });

  test("a late change is refused line by line, with its reason", async () => {
    const { found, documentNumber } = await orderDocument([second]);
    await cancel("PC-E", documentNumber);
    await respondedTo(found.id, 2);
    await change("PC-F", documentNumber, second, 5);
    await run("order", found.id, "reprocess");
    const event = await respondedTo(found.id, 3);
    const [, cancelled, refused] = responsesOf(event);
    expect(cancelled).toMatchObject({ messageFunction: "27" });
    if (refused?.kind !== "ORDRSP") throw new Error("That is no response");
    expect(refused).toMatchObject({ messageFunction: "4" });
    expect(refused.order.references).toMatchObject([{}, { qualifier: "PP", identifier: "PC-F" }]);
    expect(refused.order.lines.map(({ action }) => action)).toEqual(["7"]);
    expect(refused.order.notes.join()).toContain("before the change came");
  });

  test("reprocessing a completed interchange and order creates nothing twice", async () => {
    const { source, found } = await orderDocument(linesFrom(6));
    expect(offeredOn(source)).toEqual(["process", "reprocess"]);
    await done("interchange", source.id, "reprocess");
    const again = await received(source.id, "completed");
    const types = ({ references }: typeof again) => references?.map(({ type }) => type).sort();
    expect(types(again)).toEqual(types(source));
    expect((await readOrder(found.id)).order?.OrderResponses).toHaveLength(1);
    expect(await run("interchange", source.id, "no-such-thing")).toMatchObject({ status: 400 });
    expect(await run("interchange", source.id, "resend")).toMatchObject({ status: 409 });
  });
});
