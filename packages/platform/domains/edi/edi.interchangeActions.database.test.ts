import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import { nextControlReference } from "#platform/domains/edi/documents/counters.ts";
import { findEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import {
  documents,
  ediBench,
  ediCommands,
  idsIn,
  offeredOn,
  settled,
  stateOf,
  targetOf,
} from "../../../../tests/support/ediBench.ts";
import { controlMessage, fileOf, linesFrom, ordersMessage } from "../../../../tests/support/ediFiles.ts";

const ap21 = async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }) as const;
const orderMadeOf = (source: Parameters<typeof targetOf>[0]) =>
  targetOf(source, "created-myer-edi-order-document", "order-document-id");

describe.each(testDatabases())("a person's actions on interchanges on $name", ({ name, open }) => {
  const used = useApi(open, { outside: { ...simulatedOutside, ap21 } });
  const bench = ediBench(() => used.api);
  const { next, readInterchange, readOrder, dropOne, orderDocument } = bench;
  const { run, received, transmitted, textOf } = ediCommands(() => used.api, bench);

  const order = (...articles: number[]) => ordersMessage(`PO-${next()}`, linesFrom(...articles));
  /** Runs an action that must be accepted. */
  const done = async (id: string, action: string, reason = "", key?: string) =>
    expect(await run("interchange", id, action, reason, key)).toMatchObject({ status: 200 });
  const answer = (message: ReturnType<typeof controlMessage>) =>
    dropOne(fileOf(next(), [message], { acknowledgementRequested: false }));
  const sentResponse = async (article: number) => {
    const { found, documentNumber } = await orderDocument(linesFrom(article));
    const id = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    return { found, number: `OR-${documentNumber}-1`, id, sent: await transmitted(id) };
  };

  const refusedIds = async () => {
    const filters = encodeURIComponent(JSON.stringify({ hasRefusedMessages: true }));
    return idsIn((await used.api.get(`${documents}/interchanges?page=1&filters=${filters}`)).body);
  };

  test("an acknowledgement is sent only when requested, and a CONTRL is never acknowledged", async () => {
    const silent = await dropOne(fileOf(next(), [order(1)], { acknowledgementRequested: false }));
    expect(silent).toMatchObject({ acknowledged: false, acknowledgement_requested: false });
    expect(targetOf(silent, "outgoing-functional-acknowledgement", "interchange-document-id")).toBe("");
    const control = await dropOne(fileOf(next(), [controlMessage("nothing", "7")]));
    expect(control).toMatchObject({ acknowledgement_requested: false, acknowledged: false });
  });

  test("an acknowledgement of an interchange never sent waits for a person, who can close it", async () => {
    const messages = [controlMessage("nothing", "7"), { ...order(1), reference: "2" }];
    const control = await dropOne(fileOf(next(), messages));
    expect(stateOf(control, "interchange/receive")).toBe("manual");
    expect(control.attention).toEqual(["No interchange nothing was sent to this partner"]);
    expect(orderMadeOf(control)).not.toBe("");
    expect(offeredOn(control)).toEqual(["process", "close"]);
    await done(control.id, "process");
    expect(await received(control.id, "completed")).toMatchObject({ attention: [] });
    // A second run looks it up again.
    await done(control.id, "reprocess");
    await received(control.id, "manual");
  });

  test("a refusal marks the outbound interchange as rejected, and not as acknowledged, for a person to see [edi#queue]", async () => {
    const { id, sent } = await sentResponse(6);
    await answer(controlMessage(sent.control_reference ?? "", "4", "29"));
    const refused = await readInterchange(id);
    expect(refused).toMatchObject({ acknowledged: false, acknowledgement_action: "4" });
    expect(stateOf(refused, "interchange/send")).toBe("rejected");
    expect(await refusedIds()).toContain(id);
  });

  test("a repeated interchange is linked to the first, and awaits no answer of its own", async () => {
    const file = fileOf(next(), [order(1)]);
    const first = await dropOne(file);
    const again = await dropOne(file);
    expect(targetOf(again, "duplicate-of-interchange", "interchange-document-id")).toBe(first.id);
    expect(orderMadeOf(again)).toBe("");
    expect(stateOf(again, "interchange/receive")).toBe("completed");
    const answered = { acknowledgement_expected: false, answered_with_interchange_document_id: first.id };
    expect(again).toMatchObject(answered);
  });

  test("another interchange under a number is refused, and taken in by a person with a new answer only, once", async () => {
    const reference = next();
    await dropOne(fileOf(reference, [order(1)]));
    const other = await dropOne(fileOf(reference, [order(2)]));
    expect(stateOf(other, "interchange/receive")).toBe("hold");
    expect(other).toMatchObject({ acknowledgement_action: "4", acknowledgement_expected: false });
    const answer = (read: typeof other) => textOf(read.acknowledgement_interchange_document_id ?? "");
    expect(await answer(other)).toMatch(/UCI\+\d+\+MYERTEST:ZZ\+UTOPIA:ZZ\+4\+26'/);
    expect(offeredOn(other)).toEqual(["process-refused", "discard", "close"]);
    expect(await run("interchange", other.id, "process")).toMatchObject({ status: 409 });
    for (const _ of [1, 2]) await done(other.id, "process-refused", "", "release once");
    const taken = await received(other.id, "completed");
    expect(taken).toMatchObject({ acknowledged: true, acknowledgement_action: "7" });
    expect(taken.histories?.filter(({ action }) => action === "action:process-refused")).toHaveLength(1);
    const answers = taken.references?.filter(({ type }) => type === "outgoing-functional-acknowledgement");
    expect(answers).toHaveLength(2);
    expect(await answer(taken)).toMatch(/UCI\+\d+\+MYERTEST:ZZ\+UTOPIA:ZZ\+7'/);
    expect(orderMadeOf(taken)).not.toBe("");
    const series = getControlNumbers.answer
      .parse((await used.api.get(getControlNumbers.path)).body)
      .flatMap((row) => (row.readable ? [row.row] : []));
    const inbound = series.find(({ sender }) => sender?.identification === "MYERTEST");
    expect(inbound?.duplicates?.map(({ control_reference }) => control_reference)).toContain(reference);
  });

  test("a control reference that begins anew waits, and is new after the days agreed [edi#used-reference]", async () => {
    const reference = next();
    const dropAt = (preparedAt: string) => dropOne(fileOf(reference, [order(1)], { preparedAt }));
    await dropAt("2026-11-20T10:42");
    expect(await dropAt("2026-11-20T18:00")).toMatchObject({ acknowledgement_action: "4" });
    const anew = await dropAt("2026-12-24T10:00");
    expect(stateOf(anew, "interchange/receive")).toBe("hold");
    expect([anew.acknowledgement_action, anew.acknowledgement_interchange_document_id]).toEqual([null, null]);
    expect(anew.attention?.join()).toContain("prepared on 2026-11-20; this one, of 2026-12-24");
    expect(offeredOn(anew)).toEqual(["release", "discard", "close"]);
    const later = await dropAt("2027-12-25T10:00");
    expect(stateOf(later, "interchange/receive")).toBe("completed");
    expect(later).toMatchObject({ acknowledgement_action: "7" });
  });

  test("an interchange refused as a whole has its errors, and is in the work queue until it is closed [edi#attention-words, edi#queue]", async () => {
    const whole = fileOf(next(), [order(1)]);
    const read = await dropOne(whole.replace("UNZ+1+", "UNZ+7+"));
    expect(stateOf(read, "interchange/receive")).toBe("rejected");
    expect(await refusedIds()).toContain(read.id);
    expect(read.attention?.join()).toMatch(/errors in its envelope, and is not processed\. .*UNZ/);
    await done(read.id, "close", "The partner sends it again");
    expect(await refusedIds()).not.toContain(read.id);
  });

  test.each(["G1", ""])(
    "a group that the CONTRL refuses is not processed, and all else is: beside %o [edi#groups]",
    async (good) => {
      const numbers = [...(good ? [`PO-${next()}`] : []), `PO-${next()}`];
      const messages = numbers.map((number, index) => ({
        ...ordersMessage(number, linesFrom(1)),
        reference: String(index + 1),
      }));
      const last = String(numbers.length);
      const file = fileOf(next(), messages)
        .replace(/UNH\+(\d)/g, "UNG+ORDERS+A+B+261120:1042+G$1+UN+D:01B'UNH+$1")
        .replace(/UNT\+\d+\+(\d)'/g, (end, place) => `${end}UNE+${place === last ? 7 : 1}+G${place}'`);
      const read = await dropOne(file);
      expect(read).toMatchObject({ acknowledged: true, acknowledgement_action: "7" });
      expect(await textOf(read.acknowledgement_interchange_document_id ?? "")).toMatch(
        /UCI[^']+\+7'UCF\+G\d[^']+\+4\+29\+UNE/,
      );
      expect(orderMadeOf(read) !== "").toBe(good !== "");
      expect(read.refused_messages?.map(({ number }) => number)).toEqual(numbers.slice(-1));
      expect(stateOf(read, "interchange/receive")).toBe("manual");
      expect(await refusedIds()).toContain(read.id);
    },
  );

  test("what was sent is answered by an action of the code list only: another one is for a person [edi#awaited]", async () => {
    const { id, sent } = await sentResponse(8);
    const control = await answer(controlMessage(sent.control_reference ?? "", "9"));
    expect(stateOf(control, "interchange/receive")).toBe("manual");
    expect(control.attention?.join()).toContain("the unknown action '9'");
    expect(await readInterchange(id)).toMatchObject({
      acknowledgement_expected: true,
      acknowledgement_interchange_document_id: null,
    });
    // The answer that can be read counts.
    await answer(controlMessage(sent.control_reference ?? "", "7"));
    expect(await readInterchange(id)).toMatchObject({ acknowledged: true });
  });

  test("every reply goes to the partner's address for replies, from ours [edi#routing]", async () => {
    const options = {
      sender: { identification: "MYERTEST", qualifier: "ZZ", routing: "DEPT42" },
      recipient: { identification: "UTOPIA", qualifier: "ZZ", routing: "WEST" },
    };
    const { found, source } = await orderDocument(linesFrom(1), undefined, options);
    const replies = [
      source.acknowledgement_interchange_document_id ?? "",
      targetOf(found, "interchange:ordrsp+initial", "interchange-document-id"),
    ];
    for (const id of replies) expect(await textOf(id)).toContain("+UTOPIA:ZZ:WEST+MYERTEST:ZZ:DEPT42+");
  });

  test("a message of an unsupported type is refused, and waits for a person [edi#attention-words]", async () => {
    const invoice = { ...ordersMessage("INV-1", []), type: "INVOIC", association: "EAN008", reference: "2" };
    const read = await dropOne(fileOf(next(), [order(1), invoice]));
    expect(stateOf(read, "interchange/receive")).toBe("manual");
    expect(read).toMatchObject({ acknowledgement_action: "7", acknowledged: true });
    expect(read.refused_messages).toMatchObject([
      { reference: "2", message_type: "INVOIC", number: "INV-1", words: "No agreement (17)" },
    ]);
    expect(read.attention?.join()).toContain("INVOIC INV-1");
    expect(offeredOn(read)).toEqual(["process", "close"]);
    const answer = await textOf(read.acknowledgement_interchange_document_id ?? "");
    expect(answer).toContain("UCM+2+INVOIC:D:01B:UN:EAN008+4+17+UNH+3:1'");
    expect(orderMadeOf(read)).not.toBe("");
  });

  test("a message that nothing here uses is accepted, and waits for a person until it is closed [edi#attention-words]", async () => {
    const text = await readFile("packages/edifact/fixtures/desadv.edi", "latin1");
    const sides = (file: string) =>
      file.replace(/UNB\+UNOA:3\+[^+]+\+[^+]+/, "UNB+UNOA:3+MYERTEST:ZZ+UTOPIA:ZZ");
    const read = await dropOne(sides(text));
    expect(stateOf(read, "interchange/receive")).toBe("manual");
    expect(read.attention?.join()).toContain("DESADV DA-7001 came, and nothing here uses it");
    expect(read.refused_messages).toEqual([]);
    await done(read.id, "close", "Seen");
    expect(await readInterchange(read.id)).toMatchObject({ attention: [] });
  });

  test("a message with errors is named where it is refused, and taken in by a person with a new answer", async () => {
    const number = `PO-${next()}`;
    const file = fileOf(next(), [ordersMessage(number, linesFrom(1))]).replace(/UNT\+\d+/, "UNT+99");
    const read = await dropOne(file);
    expect(read.refused_messages).toMatchObject([{ message_type: "ORDERS", number }]);
    expect(offeredOn(read)).toEqual(["process", "process-refused", "close"]);
    await done(read.id, "process-refused");
    const taken = await received(read.id, "completed");
    expect(taken).toMatchObject({ refused_messages: [], attention: [] });
    expect(orderMadeOf(taken)).not.toBe("");
    expect(await textOf(taken.acknowledgement_interchange_document_id ?? "")).not.toContain("UCM");
  });

  test("an outbound interchange awaits its answer, and shows the message that the partner refused", async () => {
    const { id, sent, number } = await sentResponse(3);
    expect(sent).toMatchObject({ acknowledgement_expected: true, document_identifiers: [number] });
    const control = controlMessage(sent.control_reference ?? "", "7");
    const refusal = { tag: "UCM", elements: ["1", ["ORDRSP", "D", "01B", "UN", "EAN009"], "4", "12"] };
    await answer({ ...control, segments: [...control.segments, refusal] });
    const refused = await readInterchange(id);
    expect(refused).toMatchObject({ acknowledgement_expected: false, attention: { length: 1 } });
    expect(refused.refused_messages).toMatchObject([
      { reference: "1", message_type: "ORDRSP", number, words: "Invalid value (12)" },
    ]);
    await done(id, "close", "Told by telephone");
    expect(await readInterchange(id)).toMatchObject({ attention: [] });
  });

  test("a sent interchange is resent unchanged, once per key, and awaits its answer again [edi#operations]", async () => {
    const { id, sent } = await sentResponse(4);
    await answer(controlMessage(sent.control_reference ?? "", "7"));
    expect((await readInterchange(id)).acknowledged).toBe(true);
    for (const _ of [1, 2]) await done(id, "resend", "", `resend ${id}`);
    const again = await settled(
      () => readInterchange(id),
      (read) => {
        expect(stateOf(read, "interchange/send")).toBe("completed");
        expect(read.acknowledgement_expected).toBe(true);
      },
    );
    expect(again).toMatchObject({ acknowledged: false, control_reference: sent.control_reference });
    const files = again.references?.filter(({ type }) => type === "outbound-interchange-blob-store-file");
    const texts = await Promise.all((files ?? []).map(({ uri }) => readFile(String(uri), "utf8")));
    expect(texts).toEqual([texts[0], texts[0]]);
  });

  test("a sent interchange is resent with a new reference, linked both ways", async () => {
    const { id, sent, found } = await sentResponse(5);
    expect(offeredOn(sent)).toEqual(["process", "resend", "resend-new-reference"]);
    for (const _ of [1, 2]) await done(id, "resend-new-reference", "", `new ${id}`);
    const old = await readInterchange(id);
    expect(old.acknowledgement_expected).toBe(false);
    const newId = targetOf(old, "sent-again-as", "interchange-document-id");
    const made = await transmitted(newId);
    expect(targetOf(made, "sends-again", "interchange-document-id")).toBe(id);
    expect(targetOf(made, "source-myer-edi-order-document", "order-document-id")).toBe(found.id);
    expect(made.control_reference).not.toBe(sent.control_reference);
    const messagesIn = (text: string) => text.slice(text.indexOf("UNH"), text.indexOf("UNZ"));
    expect(messagesIn(await textOf(newId))).toBe(messagesIn(await textOf(id)));
    const { references } = await readOrder(found.id);
    expect(references?.filter(({ type }) => type === "interchange:ordrsp+initial")).toHaveLength(2);
    const out = await readdir(join(used.api.ediFolder, "out"));
    expect(out.filter((file) => file.includes(made.control_reference ?? "?"))).toHaveLength(1);
  });

  // PGlite has one session: transactions cannot wait for each other.
  test.runIf(name === "PostgreSQL")(
    "while the engine is at an order, what was sent for it waits to go out again, and stands in nobody's way",
    async () => {
      const { found, sent } = await sentResponse(7);
      const partner = (side: typeof sent.sender) => ({
        identification: side?.identification ?? "",
        qualifier: side?.qualifier ?? "",
      });
      const { pending } = await used.connection.database.transaction(async (transaction) => {
        await findEdiOrder(transaction, found.id, true);
        const pending = run("interchange", sent.id, "resend-new-reference");
        await settled(
          () => used.connection.executeSql("select 1 from pg_locks where not granted"),
          ({ rows }) => expect(rows).not.toEqual([]),
        );
        await nextControlReference(transaction, partner(sent.sender), partner(sent.recipient));
        return { pending };
      });
      expect(await pending).toMatchObject({ status: 200 });
    },
  );
});
