import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "#platform/database/connect.ts";
import { nextControlReference } from "#platform/domains/edi/documents/counters.ts";
import { findEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { ediBench, ediCommands, offeredOn, settled, stateOf, targetOf } from "#tests/support/ediBench.ts";
import { controlMessage, fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const databases = testDatabases();

describe.each(databases)("what a person can do to interchanges on $name", ({ name, open }) => {
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
  const { run, received, transmitted, textOf } = ediCommands(() => api, bench);

  test("what was refused to the partner is taken in with a new answer only", async () => {
    const reference = next();
    await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(1))]));
    const other = await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(2))]));
    expect(other).toMatchObject({ acknowledgement_action: "4", acknowledgement_expected: false });
    expect(offeredOn(other)).toEqual(["process-refused", "discard", "close"]);
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

  test("a control reference that begins anew waits, and is new after the days agreed [edi#used-reference]", async () => {
    const reference = next();
    const dropAt = (preparedAt: string) =>
      dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(1))], { preparedAt }));
    await dropAt("2026-11-20T10:42");
    expect(await dropAt("2026-11-20T18:00")).toMatchObject({ acknowledgement_action: "4" });
    const anew = await dropAt("2026-12-24T10:00");
    expect(stateOf(anew, "interchange/receive")).toBe("hold");
    expect(anew).toMatchObject({
      acknowledgement_action: null,
      acknowledgement_interchange_document_id: null,
    });
    expect(anew.attention?.join()).toContain("prepared on 2026-11-20; this one, of 2026-12-24");
    expect(offeredOn(anew)).toEqual(["release", "discard", "close"]);
    const later = await dropAt("2027-12-25T10:00");
    expect(stateOf(later, "interchange/receive")).toBe("completed");
    expect(later).toMatchObject({ acknowledgement_action: "7" });
  });

  test("an interchange that is refused as a whole says what refused it [edi#attention-words]", async () => {
    const whole = fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))]);
    const read = await dropOne(whole.replace("UNZ+1+", "UNZ+7+"));
    expect(stateOf(read, "interchange/receive")).toBe("rejected");
    expect(read.attention?.join()).toMatch(/errors in its envelope, and is not processed\. .*UNZ/);
  });

  test("a message of a type that nobody reads is refused, and waits for a person [edi#attention-words]", async () => {
    const invoice = { ...ordersMessage("INV-1", []), type: "INVOIC", association: "EAN008", reference: "2" };
    const read = await dropOne(fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1)), invoice]));
    expect(stateOf(read, "interchange/receive")).toBe("manual");
    expect(read).toMatchObject({ acknowledgement_action: "7", acknowledged: true });
    expect(read.refused_messages).toMatchObject([
      { reference: "2", message_type: "INVOIC", number: "INV-1", words: "No agreement (17)" },
    ]);
    expect(read.attention?.join()).toContain("INVOIC INV-1");
    expect(offeredOn(read)).toEqual(["process", "close"]);
    const answer = await textOf(read.acknowledgement_interchange_document_id ?? "");
    expect(answer).toContain("UCM+2+INVOIC:D:01B:UN:EAN008+4+17+UNH+3:1'");
    expect(targetOf(read, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
  });

  test("a message that nothing here uses is accepted, and waits for a person until it is closed [edi#attention-words]", async () => {
    const text = await readFile("edifact/fixtures/desadv.edi", "latin1");
    const sides = (file: string) =>
      file.replace(/UNB\+UNOA:3\+[^+]+\+[^+]+/, "UNB+UNOA:3+MYERTEST:ZZ+UTOPIA:ZZ");
    const read = await dropOne(sides(text));
    expect(stateOf(read, "interchange/receive")).toBe("manual");
    expect(read.attention?.join()).toContain("DESADV DA-7001 came, and nothing here uses it");
    expect(read.refused_messages).toEqual([]);
    expect(await run("interchange", read.id, "close", "Seen")).toMatchObject({ status: 200 });
    expect(await readInterchange(read.id)).toMatchObject({ attention: [] });
  });

  test("a message with errors is named where it is refused, and taken in by a person with a new answer", async () => {
    const number = `PO-${next()}`;
    const file = fileOf(next(), [ordersMessage(number, linesFrom(1))]).replace(/UNT\+\d+/, "UNT+99");
    const read = await dropOne(file);
    expect(read.refused_messages).toMatchObject([{ message_type: "ORDERS", number }]);
    expect(offeredOn(read)).toEqual(["process", "process-refused", "close"]);
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

  test("what was sent goes out again as it was, once for a key, and awaits its answer anew [edi#operations]", async () => {
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
    expect(offeredOn(sent)).toEqual(["process", "resend", "resend-new-reference"]);
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
});
