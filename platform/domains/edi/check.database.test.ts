import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CheckedInterchange, checkInterchanges } from "#contract/ediCheck.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, ediCommands, settled, targetOf } from "#tests/support/ediBench.ts";
import {
  changeMessage,
  fileOf,
  linesFrom,
  longOrderFile,
  ordersMessage,
  unlistedLine,
} from "#tests/support/ediFiles.ts";

const databases = testDatabases();

describe.each(databases)("a file is checked on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const bench = ediBench(() => api);
  const { next, readInterchange, readOrder, drop, dropOne, orderDocument } = bench;
  const { confirm } = ediCommands(() => api, bench);

  const send = async (content: string | Uint8Array) => {
    const answer = await api.app.inject({
      method: "POST",
      url: `${documents}/interchanges/check?name=checked.edi`,
      headers: { authorization: `Bearer ${await api.mint()}`, "content-type": "application/octet-stream" },
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
    const { rows } = await connection.executeSql(
      `select (select count(*) from edi_interchanges) as interchanges, (select count(*) from edi_orders) as orders,
        (select count(*) from edi_files) as files, (select count(*) from orders) as utopia,
        (select json_agg(c order by series) from edi_counters c) as counters`,
      [],
    );
    return rows;
  };
  /** What taking a file in truly made, in the words of the check. */
  const taken = async (content: string) => {
    const read = await dropOne(content);
    const orderId = targetOf(read, "created-myer-edi-order-document", "order-document-id");
    const order = orderId
      ? await settled(
          () => readOrder(orderId),
          ({ stream_statuses }) =>
            expect(["completed", "rejected", "hold"]).toContain(stream_statuses?.["order/create"]?.state),
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

  // Texts of ours hold the minute that they were made in.
  const timeless = (text: unknown) =>
    String(text)
      .replace(/\d{6}:\d{4}\+/g, "")
      .replace(/DTM\+137:\d{12}:203/g, "");

  test("what it says is what taking the file in then makes, and checking keeps nothing [edi#check]", async () => {
    const known = (await orderDocument(linesFrom(3))).documentNumber;
    const order = (number: string, options = {}) =>
      fileOf(next(), [ordersMessage(number, linesFrom(1, 2))], options);
    const files = [
      order(`PO-${next()}`),
      fileOf(next(), [
        ordersMessage(`PO-${next()}`, [...linesFrom(4), unlistedLine, { ...unlistedLine, ean: "" }]),
      ]),
      order(known),
      order(`PO-${next()}`).replace(/UNZ\+1/, "UNZ+2"),
      fileOf(next(), [changeMessage(`PC-${next()}`, "NO-SUCH-ORDER", "1")]),
      order(`PO-${next()}`, { sender: { identification: "STRANGER", qualifier: "ZZ" } }),
    ];
    const states: unknown[] = [];
    const outcomes: unknown[] = [];
    const waiting: unknown[] = [];
    for (const file of files) {
      const before = await stored();
      const [said, ...others] = await check(file);
      expect(others).toEqual([]);
      expect(await stored()).toEqual(before);
      const made = await taken(file);
      states.push(said?.state);
      outcomes.push(said?.outcome);
      expect(said).toMatchObject({ state: made.state, findings: made.findings, orders: made.orders });
      expect(said?.outcome).toMatch(/\w/);
      if (made.utopia) expect(said?.orders?.[0]?.outcome).toContain(made.utopia);
      waiting.push(...(said?.orders ?? []).map(({ outcome }) => outcome));
      expect(said?.replies?.map((reply) => [reply.message_type, timeless(reply.interchange_text)])).toEqual(
        made.replies.map((reply) => [reply.message_type, timeless(reply.interchange_text)]),
      );
    }
    expect(states).toEqual(["completed", "completed", "completed", "rejected", "manual", "hold"]);
    expect(waiting).toEqual(["", "To confirm", "already"].map((words) => expect.stringContaining(words)));
    expect(outcomes.slice(4)).toEqual([
      expect.stringContaining("The partner sent no order 'NO-SUCH-ORDER' that could be changed"),
      expect.stringContaining("Nobody knows the partner STRANGER"),
    ]);
  }, 120_000);

  test("lines are told with what would not be accepted, and why", async () => {
    const [said] = await check(
      fileOf(next(), [ordersMessage(`PO-${next()}`, [...linesFrom(5), unlistedLine])]),
    );
    expect(said?.outcome).toMatch(/\. 1 order document$/);
    expect(said?.orders?.[0]?.lines).toMatchObject([
      { number: "1", ordered: 14, accepted: 14, problem: null },
      { number: "2", ordered: 2, accepted: 0, problem: expect.stringContaining("does not list") },
    ]);
  });

  test("of a file that holds much the beginning is tried, and the rest is told", async () => {
    const orderMessages = Array.from({ length: 12 }, (_, index) => ({
      ...ordersMessage(`PO-${next()}`, linesFrom(1)),
      reference: String(index + 1),
    }));
    const [said] = await check(fileOf(next(), orderMessages));
    expect(said?.orders).toHaveLength(10);
    expect(said?.outcome).toContain("10 order documents. Not tried out here: 2 messages");

    const many = Array.from({ length: 12 }, () => fileOf(next(), [ordersMessage(`PO-${next()}`, [])]));
    const told = await check(many.join(""));
    expect(told).toHaveLength(12);
    expect(told[9]?.state).toBe("completed");
    expect(told[11]).toMatchObject({
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

  test("what is empty, too large, or no EDIFACT is said in words [edi#file-refused]", async () => {
    expect(await send("")).toMatchObject({ status: 400, body: { error: "The file is empty" } });
    expect(await send(new Uint8Array(12_000_001))).toMatchObject({
      status: 413,
      body: { error: "The file is larger than 12 MB" },
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

  test("what comes from a partner that nobody knows waits until the partner is added [edi#unknown-partner]", async () => {
    const identification = `NEW${next()}`;
    const sender = { identification, qualifier: "14" };
    const [id = ""] = await drop(fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(6))], { sender }));
    const state = (wanted: string) =>
      settled(
        () => readInterchange(id),
        ({ stream_statuses }) => expect(stream_statuses?.["interchange/receive"]?.state).toBe(wanted),
      );
    const held = await state("hold");
    expect(held.histories?.map(({ message }) => message).join()).toContain(
      `Nobody knows the partner ${identification}`,
    );
    expect(held).toMatchObject({ acknowledged: false, acknowledgement_expected: true });
    expect(held.attention).toEqual([expect.stringContaining(`Nobody knows the partner ${identification}`)]);
    const partner = {
      name: "A new partner",
      identification,
      qualifier: "14",
      our_identification: "UTOPIA",
      our_qualifier: "ZZ",
      store_alias: "CLK",
      syntax_identifier: "UNOB",
      syntax_version: "2",
      asks_acknowledgement: false,
      acknowledgement_due_hours: 1,
      response_due_hours: 2,
      despatch_due_hours: 3,
      writes_una: false,
      wrap_width: 40,
      active: true,
    };
    expect((await api.post("/api/bc-myer/v1/partners", partner)).status).toBe(200);
    const run = `/api/bc-myer/v1/actions/interchange/run?interchange_document_id=${id}&action=release`;
    expect((await api.post(run)).status).toBe(200);
    const processed = await state("completed");
    // The other store does not sell the article: a person confirms it.
    const orderId = targetOf(processed, "created-myer-edi-order-document", "order-document-id");
    await settled(
      () => readOrder(orderId),
      ({ held_for }) => expect(held_for).toBe("confirmation"),
    );
    expect(await confirm(orderId, { lines: [], others: "accept" })).toMatchObject({ status: 200 });
    const order = await settled(
      () => readOrder(orderId),
      ({ utopia_order_number }) => expect(utopia_order_number).toMatch(/^CLK/),
    );
    const response = await settled(
      () => readOrder(order.id),
      ({ references }) => expect(references?.map(({ type }) => type)).toContain("interchange:ordrsp+initial"),
    );
    const sent = await readInterchange(
      targetOf(response, "interchange:ordrsp+initial", "interchange-document-id"),
    );
    expect(sent.interchange_text).toMatch(/^UNB\+UNOB:2\+UTOPIA:ZZ\+/);
    expect(sent.acknowledgement_requested).toBe(false);
    const lines = String(sent.interchange_text).trimEnd().split("\r\n");
    expect(new Set(lines.slice(0, -1).map(({ length }) => length))).toEqual(new Set([40]));
    expect(sent.finding_counts).toMatchObject({ error: 0 });
  });
});
