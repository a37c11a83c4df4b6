import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { EdiInterchangeDetail, EdiOrderDetail } from "#contract/edi.ts";
import { type MessageSummary, summarise } from "#edifact/index.ts";
import type { Connection } from "#platform/database/connect.ts";
import { nextControlReference } from "#platform/domains/edi/documents/counters.ts";
import { findEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, settled, targetOf } from "#tests/support/ediBench.ts";
import { changeMessage, controlMessage, fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const databases = testDatabases();

const failure = z.object({ error: z.string() });

describe.each(databases)("what a person can do to EDI documents on $name", ({ name, open }) => {
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

  const { next, readInterchange, readOrder, dropOne, orderDocument } = ediBench(() => api);

  const run = async (
    kind: "interchange" | "order",
    id: string,
    action: string,
    reason = "",
    key?: string,
  ) => {
    const query = new URLSearchParams({ [`${kind}_document_id`]: id, action, ...(reason && { reason }) });
    const { status, body } = await api.post(`/api/bc-myer/v1/actions/${kind}/run?${query}`, undefined, key);
    return { status, error: failure.safeParse(body).data?.error ?? "" };
  };
  const offered = ({ available_actions }: EdiInterchangeDetail | EdiOrderDetail) =>
    (available_actions ?? []).map(({ action }) => action);
  const offerOf = ({ available_actions }: EdiInterchangeDetail | EdiOrderDetail, action: string) =>
    available_actions?.find((offer) => offer.action === action);
  const created = (source: EdiInterchangeDetail) =>
    readOrder(targetOf(source, "created-myer-edi-order-document", "order-document-id"));
  const stateOf = ({ stream_statuses }: EdiInterchangeDetail | EdiOrderDetail, stream: string) =>
    stream_statuses?.[stream]?.state;
  const received = (id: string, state: string) =>
    settled(
      () => readInterchange(id),
      (read) => expect(stateOf(read, "interchange/receive")).toBe(state),
    );
  const transmitted = (id: string) =>
    settled(
      () => readInterchange(id),
      (read) => expect(stateOf(read, "interchange/send")).toBe("completed"),
    );
  const textOf = async (id: string) => (await api.text(`${documents}/interchanges/${id}/text`)).body;
  const responsesOf = (order: EdiOrderDetail): MessageSummary[] =>
    (order.order?.OrderResponses ?? []).map((message) => summarise(message));
  /** A second document under the number of an order that was made. */
  const heldDuplicate = async () => {
    const first = await orderDocument(linesFrom(1));
    const source = await dropOne(fileOf(next(), [ordersMessage(first.documentNumber, linesFrom(1))]));
    return { first: first.found, documentNumber: first.documentNumber, source, held: await created(source) };
  };

  test("a held duplicate is discarded, and names the order that stands", async () => {
    const { first, held } = await heldDuplicate();
    expect(stateOf(held, "order/create")).toBe("hold");
    expect(held.attention).toHaveLength(1);
    expect(held.twin).toMatchObject({
      order_document_id: first.id,
      utopia_order_number: first.utopia_order_number,
    });
    expect(offered(held)).toEqual(["process-second-order", "discard", "close"]);
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

  test("a change goes to the order, and not to the held copy of it", async () => {
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

  test("what was refused to the partner is taken in with a new answer only", async () => {
    const reference = next();
    await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(1))]));
    const other = await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(2))]));
    expect(other).toMatchObject({ acknowledgement_action: "4", acknowledgement_expected: false });
    expect(offered(other)).toEqual(["process-refused", "discard", "close"]);
    expect(await run("interchange", other.id, "process")).toMatchObject({ status: 409 });
    expect(await run("interchange", other.id, "process-refused")).toMatchObject({ status: 200 });
    const taken = await received(other.id, "completed");
    expect(taken).toMatchObject({ acknowledged: true, acknowledgement_action: "7" });
    const answers = taken.references?.filter(({ type }) => type === "outgoing-functional-acknowledgement");
    expect(answers).toHaveLength(2);
    expect(await textOf(taken.acknowledgement_interchange_document_id ?? "")).toMatch(
      /UCI\+\d+\+MYERTEST:ZZ\+UTOPIA:ZZ\+7'/,
    );
    expect(targetOf(taken, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
  });

  test("a message of a type that nobody reads is refused, and waits for a person", async () => {
    const invoice = { ...ordersMessage("INV-1", []), type: "INVOIC", association: "EAN008", reference: "2" };
    const read = await dropOne(fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1)), invoice]));
    expect(stateOf(read, "interchange/receive")).toBe("manual");
    expect(read).toMatchObject({ acknowledgement_action: "7", acknowledged: true });
    expect(read.refused_messages).toMatchObject([
      { reference: "2", message_type: "INVOIC", number: "INV-1", words: "No agreement (17)" },
    ]);
    expect(read.attention?.join()).toContain("INVOIC INV-1");
    expect(offered(read)).toEqual(["process", "close"]);
    const answer = await textOf(read.acknowledgement_interchange_document_id ?? "");
    expect(answer).toContain("UCM+2+INVOIC:D:01B:UN:EAN008+4+17+UNH+3:1'");
    expect(targetOf(read, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
  });

  test("a message with errors is named where it is refused, and taken in by a person with a new answer", async () => {
    const number = `PO-${next()}`;
    const file = fileOf(next(), [ordersMessage(number, linesFrom(1))]).replace(/UNT\+\d+/, "UNT+99");
    const read = await dropOne(file);
    expect(read.refused_messages).toMatchObject([{ message_type: "ORDERS", number }]);
    expect(offered(read)).toEqual(["process", "process-refused", "close"]);
    expect(await run("interchange", read.id, "process-refused")).toMatchObject({ status: 200 });
    const taken = await received(read.id, "completed");
    expect(taken).toMatchObject({ refused_messages: [], attention: [] });
    expect(targetOf(taken, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
    expect(await textOf(taken.acknowledgement_interchange_document_id ?? "")).not.toContain("UCM");
  });

  test("a repetition awaits no answer of its own, and names the one that was answered", async () => {
    const file = fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]);
    const first = await dropOne(file);
    const again = await dropOne(file);
    expect(again).toMatchObject({
      acknowledgement_expected: false,
      answered_with_interchange_document_id: first.id,
    });
  });

  test("what is sent awaits its answer, and says which message the partner refused", async () => {
    const { found, documentNumber } = await orderDocument(linesFrom(3));
    const id = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    const sent = await transmitted(id);
    expect(sent).toMatchObject({
      acknowledgement_expected: true,
      document_identifiers: [`OR-${documentNumber}-1`],
    });
    const control = controlMessage(sent.control_reference ?? "", "7");
    const refusal = { tag: "UCM", elements: ["1", ["ORDRSP", "D", "01B", "UN", "EAN009"], "4", "12"] };
    const segments = [...control.segments, refusal];
    await dropOne(fileOf(next(), [{ ...control, segments }], { acknowledgementRequested: false }));
    const refused = await readInterchange(id);
    expect(refused).toMatchObject({ acknowledgement_expected: false });
    expect(refused.refused_messages).toMatchObject([
      {
        reference: "1",
        message_type: "ORDRSP",
        number: `OR-${documentNumber}-1`,
        words: "Invalid value (12)",
      },
    ]);
    expect(refused.attention).toHaveLength(1);
    expect(await run("interchange", id, "close", "Told by telephone")).toMatchObject({ status: 200 });
    expect(await readInterchange(id)).toMatchObject({ attention: [] });
  });

  test("what was sent goes out again as it was, once for a key, and awaits its answer anew", async () => {
    const { found } = await orderDocument(linesFrom(4));
    const id = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    const sent = await transmitted(id);
    await dropOne(
      fileOf(next(), [controlMessage(sent.control_reference ?? "", "7")], {
        acknowledgementRequested: false,
      }),
    );
    expect((await readInterchange(id)).acknowledged).toBe(true);
    for (const status of [200, 200])
      expect(await run("interchange", id, "resend", "", `resend ${id}`)).toMatchObject({ status });
    const again = await settled(
      () => readInterchange(id),
      (read) => {
        expect(stateOf(read, "interchange/send")).toBe("completed");
        expect(read.acknowledgement_expected).toBe(true);
      },
    );
    expect(again).toMatchObject({ acknowledged: false, control_reference: sent.control_reference });
    const files = (again.references ?? []).filter(
      ({ type }) => type === "outbound-interchange-blob-store-file",
    );
    expect(files).toHaveLength(2);
    const [one, other] = await Promise.all(files.map(({ uri }) => readFile(String(uri), "utf8")));
    expect(other).toBe(one);
  });

  test("what was sent goes out under a new reference, linked both ways", async () => {
    const { found } = await orderDocument(linesFrom(5));
    const id = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    const sent = await transmitted(id);
    expect(offered(sent)).toEqual(["process", "resend", "resend-new-reference"]);
    for (const status of [200, 200])
      expect(await run("interchange", id, "resend-new-reference", "", `new ${id}`)).toMatchObject({ status });
    const old = await readInterchange(id);
    expect(old.acknowledgement_expected).toBe(false);
    const newId = targetOf(old, "sent-again-as", "interchange-document-id");
    const made = await transmitted(newId);
    expect(targetOf(made, "sends-again", "interchange-document-id")).toBe(id);
    expect(targetOf(made, "source-myer-edi-order-document", "order-document-id")).toBe(found.id);
    expect(made.control_reference).not.toBe(sent.control_reference);
    const messagesIn = (text: string) => text.slice(text.indexOf("UNH"), text.indexOf("UNZ"));
    expect(messagesIn(await textOf(newId))).toBe(messagesIn(await textOf(id)));
    const links = (await readOrder(found.id)).references?.filter(
      ({ type }) => type === "interchange:ordrsp+initial",
    );
    expect(links).toHaveLength(2);
    const out = await readdir(join(api.ediFolder, "out"));
    expect(out.filter((name) => name.includes(made.control_reference ?? "?"))).toHaveLength(1);
  });

  // PGlite has one session: nobody waits for anybody within a transaction.
  test.runIf(name === "PostgreSQL")(
    "while the engine is at an order, what was sent for it waits to go out again, and stands in nobody's way",
    async () => {
      const { found } = await orderDocument(linesFrom(7));
      const sent = await transmitted(
        targetOf(found, "interchange:ordrsp+initial", "interchange-document-id"),
      );
      const partner = (of: typeof sent.sender) => ({
        identification: of?.identification ?? "",
        qualifier: of?.qualifier ?? "",
      });
      const { asked } = await connection.database.transaction(async (transaction) => {
        await findEdiOrder(transaction, found.id, true);
        const asked = run("interchange", sent.id, "resend-new-reference");
        await settled(
          () => connection.executeSql("select 1 from pg_locks where not granted"),
          ({ rows }) => expect(rows).not.toEqual([]),
        );
        await nextControlReference(transaction, partner(sent.sender), partner(sent.recipient));
        return { asked };
      });
      expect(await asked).toMatchObject({ status: 200 });
    },
  );

  test("going through a completed interchange and order again makes nothing twice", async () => {
    const { source, found } = await orderDocument(linesFrom(6));
    expect(offered(source)).toEqual(["process", "reprocess"]);
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
