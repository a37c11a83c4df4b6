import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import {
  documents,
  ediBench,
  ediCommands,
  offeredOn,
  settled,
  stateOf,
  targetOf,
} from "#tests/support/ediBench.ts";
import { controlMessage, fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const databases = testDatabases();

describe.each(databases)("control numbers and acknowledgements on $name", ({ open }) => {
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
  const { next, readInterchange, dropOne, orderDocument } = bench;
  const { run, received } = ediCommands(() => api, bench);

  test("an acknowledgement is sent only when asked for, and a CONTRL is never acknowledged", async () => {
    const silent = await dropOne(
      fileOf(next(), [ordersMessage(`PO-${next()}`, linesFrom(1))], { acknowledgementRequested: false }),
    );
    expect(silent).toMatchObject({ acknowledged: false, acknowledgement_requested: false });
    expect(targetOf(silent, "outgoing-functional-acknowledgement", "interchange-document-id")).toBe("");
    const control = await dropOne(fileOf(next(), [controlMessage("nothing", "7")]));
    expect(control).toMatchObject({ acknowledgement_requested: false, acknowledged: false });
  });

  test("an acknowledgement of what was never sent waits for a person, and ends when one has seen it", async () => {
    const control = await dropOne(
      fileOf(next(), [
        controlMessage("nothing", "7"),
        { ...ordersMessage(`PO-${next()}`, linesFrom(1)), reference: "2" },
      ]),
    );
    expect(stateOf(control, "interchange/receive")).toBe("manual");
    expect(control.attention).toEqual(["No interchange nothing was sent to this partner"]);
    expect(targetOf(control, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
    expect(offeredOn(control)).toEqual(["process", "close"]);
    expect(await run("interchange", control.id, "process")).toMatchObject({ status: 200 });
    expect(await received(control.id, "completed")).toMatchObject({ attention: [] });
    // Gone through again, it is looked for once more.
    expect(await run("interchange", control.id, "reprocess")).toMatchObject({ status: 200 });
    await received(control.id, "manual");
  });

  test("a refusal marks what was sent as rejected, and not as acknowledged", async () => {
    const { found } = await orderDocument(linesFrom(6));
    const id = targetOf(found, "interchange:ordrsp+initial", "interchange-document-id");
    const { control_reference } = await settled(
      () => readInterchange(id),
      ({ stream_statuses }) => expect(stream_statuses?.["interchange/send"]?.state).toBe("completed"),
    );
    await dropOne(fileOf(next(), [controlMessage(control_reference ?? "", "4", "29")]));
    expect(await readInterchange(id)).toMatchObject({
      acknowledged: false,
      acknowledgement_action: "4",
      stream_statuses: { "interchange/send": { state: "rejected" } },
    });
  });

  test("the same interchange again is linked to the first; another one under its number is held, and taken in by a person", async () => {
    const reference = next();
    const file = fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(1))]);
    const first = await dropOne(file);
    const again = await dropOne(file);
    expect(targetOf(again, "duplicate-of-interchange", "interchange-document-id")).toBe(first.id);
    expect(targetOf(again, "created-myer-edi-order-document", "order-document-id")).toBe("");
    expect(again.stream_statuses?.["interchange/receive"]?.state).toBe("completed");

    const other = await dropOne(fileOf(reference, [ordersMessage(`PO-${next()}`, linesFrom(2))]));
    expect(other).toMatchObject({ acknowledgement_action: "4", acknowledged: false });
    expect(other.stream_statuses?.["interchange/receive"]?.state).toBe("hold");
    const { body } = await api.text(
      `${documents}/interchanges/${other.acknowledgement_interchange_document_id}/text`,
    );
    expect(body).toMatch(/UCI\+\d+\+MYERTEST:ZZ\+UTOPIA:ZZ\+4\+26'/);
    const key = "release once";
    const run = () =>
      api.post(
        `/api/bc-myer/v1/actions/interchange/run?interchange_document_id=${other.id}&action=process-refused`,
        undefined,
        key,
      );
    expect(await run()).toMatchObject({ status: 200 });
    expect(await run()).toMatchObject({ status: 200 });
    const released = await settled(
      () => readInterchange(other.id),
      (read) => expect(read.stream_statuses?.["interchange/receive"]?.state).toBe("completed"),
    );
    expect(released.histories?.filter(({ action }) => action === "action:process-refused")).toHaveLength(1);
    expect(targetOf(released, "created-myer-edi-order-document", "order-document-id")).not.toBe("");
    const numbers = await api.get("/api/bc-myer/v1/control-numbers");
    const series = getControlNumbers.answer
      .parse(numbers.body)
      .flatMap((row) => (row.readable ? [row.row] : []));
    const inbound = series.find(({ sender }) => sender?.identification === "MYERTEST");
    expect(inbound?.duplicates?.map(({ control_reference }) => control_reference)).toContain(reference);
  });

  test("outbound control numbers follow each other without a gap", async () => {
    const { body } = await api.get("/api/bc-myer/v1/control-numbers");
    const series = getControlNumbers.answer.parse(body).flatMap((row) => (row.readable ? [row.row] : []));
    const outbound = series.filter(({ direction }) => direction === "outbound");
    expect(outbound.length).toBeGreaterThan(1);
    for (const row of outbound) expect(row).toMatchObject({ gap_count: 0, duplicate_count: 0 });
  });
});
