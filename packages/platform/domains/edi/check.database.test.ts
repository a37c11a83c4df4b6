import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type CheckedInterchange, checkInterchanges } from "#contract/ediCheck.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import {
  documents,
  ediBench,
  ediCommands,
  settled,
  stateOf,
  targetOf,
} from "../../../../tests/support/ediBench.ts";
import {
  changeMessage,
  fileOf,
  linesFrom,
  longOrderFile,
  ordersMessage,
  type TestLine,
  testEdiPartner,
  unlistedLine,
} from "../../../../tests/support/ediFiles.ts";

describe.each(testDatabases())("a file is checked on $name", ({ open }) => {
  const used = useApi(open);
  const bench = ediBench(() => used.api);
  const { next, readInterchange, readOrder, drop, dropOne, orderDocument } = bench;
  const { confirm } = ediCommands(() => used.api, bench);

  const order = (lines: TestLine[], number = `PO-${next()}`, options = {}) =>
    fileOf(next(), [ordersMessage(number, lines)], options);
  const send = async (content: string | Uint8Array) => {
    const answer = await used.api.app.inject({
      method: "POST",
      url: `${documents}/interchanges/check?name=checked.edi`,
      headers: {
        authorization: `Bearer ${await used.api.mint()}`,
        "content-type": "application/octet-stream",
      },
      payload: Buffer.from(content),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const check = async (content: string | Uint8Array): Promise<CheckedInterchange[]> => {
    const { status, body } = await send(content);
    expect(status).toBe(200);
    return checkInterchanges.answer.parse(body).rows.flatMap((row) => (row.readable ? [row.row] : []));
  };
  const stored = async () => {
    const counts = ["edi_interchanges", "edi_orders", "edi_files", "orders"].map(
      (table) => `(select count(*) from ${table}) as ${table}`,
    );
    const counters = "(select json_agg(c order by series) from edi_counters c) as counters";
    return (await used.connection.executeSql(`select ${[...counts, counters].join()}`)).rows;
  };
  /** The actual result of intake, in the check's words. */
  const taken = async (content: string) => {
    const read = await dropOne(content);
    const orderId = targetOf(read, "created-myer-edi-order-document", "order-document-id");
    const order = orderId
      ? await settled(
          () => readOrder(orderId),
          (read) => expect(["completed", "rejected", "hold"]).toContain(stateOf(read, "order/create")),
        )
      : undefined;
    const replyIds = [
      targetOf(read, "outgoing-functional-acknowledgement", "interchange-document-id"),
      order ? targetOf(order, "interchange:ordrsp+initial", "interchange-document-id") : "",
    ].filter(Boolean);
    const replies = await Promise.all(replyIds.map(readInterchange));
    return {
      state: Object.values(read.stream_statuses ?? {})[0]?.state,
      findings: read.findings,
      orders: order ? [{ document_identifier: order.document_identifier }] : [],
      utopia: order?.utopia_order_number,
      replies: replies.map((reply) => ({
        message_type: Object.keys(reply.message_counts ?? {})[0],
        interchange_text: reply.interchange_text,
      })),
    };
  };

  // Our texts contain the minute in which they were written.
  const timeless = (text: unknown) =>
    String(text)
      .replace(/\d{6}:\d{4}\+/g, "")
      .replace(/DTM\+137:\d{12}:203/g, "");

  test("it predicts the result of taking the file in, and stores nothing [edi#check]", async () => {
    const known = (await orderDocument(linesFrom(3))).documentNumber;
    const agreed = linesFrom(1, 2);
    const stranger = { sender: { identification: "STRANGER", qualifier: "ZZ" } };
    const files = [
      order(agreed),
      order([...linesFrom(4), unlistedLine, { ...unlistedLine, ean: "" }]),
      order(agreed, known),
      order(agreed).replace(/UNZ\+1/, "UNZ+2"),
      fileOf(next(), [changeMessage(`PC-${next()}`, "NO-SUCH-ORDER", "1")]),
      order(agreed, `PO-${next()}`, stranger),
    ];
    const states: unknown[] = [];
    const outcomes: unknown[] = [];
    const waiting: unknown[] = [];
    for (const file of files) {
      const before = await stored();
      const [said, ...others] = await check(file);
      expect(others).toEqual([]);
      expect(await stored()).toEqual(before);
      const { replies, utopia, ...made } = await taken(file);
      expect(said).toMatchObject(made);
      expect(said?.outcome).toMatch(/\w/);
      if (utopia) expect(said?.orders?.[0]?.outcome).toContain(utopia);
      const texts = (all: readonly { message_type?: unknown; interchange_text?: unknown }[]) =>
        all.map((reply) => [reply.message_type, timeless(reply.interchange_text)]);
      expect(texts(said?.replies ?? [])).toEqual(texts(replies));
      states.push(said?.state);
      outcomes.push(said?.outcome);
      waiting.push(...(said?.orders ?? []).map(({ outcome }) => outcome));
    }
    expect(states).toEqual(["completed", "completed", "completed", "rejected", "manual", "hold"]);
    expect(waiting).toEqual(["", "To confirm", "already"].map((words) => expect.stringContaining(words)));
    expect(outcomes.slice(4)).toEqual([
      expect.stringContaining("It cancels the order 'NO-SUCH-ORDER', which the partner never sent"),
      expect.stringContaining("Nobody knows the partner STRANGER"),
    ]);
  });

  test("lines show what would not be accepted, and why", async () => {
    const [said] = await check(order([...linesFrom(5), unlistedLine]));
    expect(said?.outcome).toMatch(/\. 1 order document$/);
    expect(said?.orders?.[0]?.lines).toMatchObject([
      { number: "1", ordered: 14, accepted: 14, problem: null },
      { number: "2", ordered: 2, accepted: 0, problem: expect.stringContaining("does not list") },
    ]);
  });

  test("of a large file the beginning is tried, and the rest is listed", async () => {
    const orderMessages = Array.from({ length: 12 }, (_, index) => ({
      ...ordersMessage(`PO-${next()}`, linesFrom(1)),
      reference: String(index + 1),
    }));
    const [said] = await check(fileOf(next(), orderMessages));
    expect(said?.orders).toHaveLength(10);
    expect(said?.outcome).toContain("10 order documents. Not tried out here: 2 messages");

    const many = Array.from({ length: 12 }, () => order([]));
    const event = await check(many.join(""));
    expect(event).toHaveLength(12);
    expect(event[9]?.state).toBe("completed");
    expect(event[11]).toMatchObject({
      state: "new",
      outcome: "It would be taken in. It comes too late in its file to be tried out here",
      message_counts: { ORDERS: 1 },
    });

    const all = await send(many.join("").repeat(10));
    expect(all.body).toMatchObject({ total: 120 });
    expect(all.body.items).toHaveLength(100);

    const [long] = await check(longOrderFile(700));
    expect(long).toMatchObject({
      orders: [],
      outcome: "No acknowledgement is asked for. Not tried out here: 1 message",
    });
  });

  test("an empty or too large file, or one without EDIFACT, is refused in words [edi#file-refused]", async () => {
    expect(await send("")).toMatchObject({ status: 400, body: { error: "The file is empty" } });
    expect(await send(new Uint8Array(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { error: "The file is larger than 1 MB" },
    });
    const [said, ...others] = await check("Dear partner, please find our order attached.");
    expect(others).toEqual([]);
    expect(said).toMatchObject({
      state: "failed",
      outcome: expect.stringContaining("UNB"),
      orders: [],
      replies: [],
    });
  });

  test("an interchange of an unknown partner waits until the partner is added [edi#unknown-partner]", async () => {
    const identification = `NEW${next()}`;
    const sender = { identification, qualifier: "14" };
    const [id = ""] = await drop(order(linesFrom(6), `PO-${next()}`, { sender }));
    const state = (wanted: string) =>
      settled(
        () => readInterchange(id),
        (read) => expect(stateOf(read, "interchange/receive")).toBe(wanted),
      );
    const orderWhen = (orderId: string, check: (read: Awaited<ReturnType<typeof readOrder>>) => void) =>
      settled(() => readOrder(orderId), check);
    const held = await state("hold");
    const words = `Nobody knows the partner ${identification}`;
    expect(held.histories?.map(({ message }) => message).join()).toContain(words);
    expect(held).toMatchObject({ acknowledged: false, acknowledgement_expected: true });
    expect(held.attention).toEqual([expect.stringContaining(words)]);
    const { database } = used.connection;
    const [store] = await database.select({ storeId: stores.id }).from(stores).where(eq(stores.alias, "CLK"));
    if (!store) throw new Error("The seed lacks the store");
    await database.insert(ediPartners).values({
      ...{ ...testEdiPartner, ...store, ...sender, name: "A new partner" },
      ...{
        our_identification: "UTOPIA",
        our_qualifier: "ZZ",
        syntax_identifier: "UNOB",
        syntax_version: "2",
      },
      ...{ asks_acknowledgement: false, writes_una: false, wrap_width: 40 },
    });
    const run = `/api/bc-myer/v1/actions/interchange/run?interchange_document_id=${id}&action=release`;
    expect((await used.api.post(run)).status).toBe(200);
    const processed = await state("completed");
    // The other store does not sell the article: a person confirms it.
    const orderId = targetOf(processed, "created-myer-edi-order-document", "order-document-id");
    await orderWhen(orderId, ({ held_for }) => expect(held_for).toBe("confirmation"));
    expect(await confirm(orderId, { lines: [], others: "accept" })).toMatchObject({ status: 200 });
    await orderWhen(orderId, (read) => expect(read.utopia_order_number).toMatch(/^CLK/));
    const answered = await orderWhen(orderId, ({ references }) =>
      expect(references?.map(({ type }) => type)).toContain("interchange:ordrsp+initial"),
    );
    const responseId = targetOf(answered, "interchange:ordrsp+initial", "interchange-document-id");
    const sent = await readInterchange(responseId);
    expect(sent.interchange_text).toMatch(/^UNB\+UNOB:2\+UTOPIA:ZZ\+/);
    expect(sent.acknowledgement_requested).toBe(false);
    const lines = String(sent.interchange_text).trimEnd().split("\r\n");
    expect(new Set(lines.slice(0, -1).map(({ length }) => length))).toEqual(new Set([40]));
    expect(sent.finding_counts).toMatchObject({ error: 0 });
  });
});
