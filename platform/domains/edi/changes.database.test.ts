import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EdiOrderDetail } from "#contract/edi.ts";
import type { Connection } from "#platform/database/connect.ts";
import { advanceDueOrders } from "#platform/jobs/advanceOrders.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents, ediBench, settled, stateOf, targetOf } from "#tests/support/ediBench.ts";
import { changeMessage, fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";

const [line, other] = linesFrom(1, 2);
if (!line || !other) throw new Error("The seed lacks the articles");

// AP21 takes every order at once.
const outside: Outside = {
  ...simulatedOutside,
  ap21: async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }),
};

describe.each(testDatabases())("what changes an order by EDI on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection, { outside });
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const bench = ediBench(() => api);
  const { next, readOrder, readInterchange, dropOne, orderDocument } = bench;

  /** The ORDERS message of a number again, as a cancellation (1225 is 1). */
  const cancelling = (documentNumber: string) =>
    dropOne(fileOf(next(), [ordersMessage(documentNumber, [line])]).replace(/(BGM\+220\+[^+]+\+)9/, "$11"));
  /** The text of the latest response to an order, once there are so many. */
  const responseText = async (id: string, count: number) => {
    const responsesTo = ({ references }: EdiOrderDetail) =>
      (references ?? []).filter(({ type }) => type?.startsWith("interchange:ordrsp"));
    const order = await settled(
      () => readOrder(id),
      (read) => expect(responsesTo(read)).toHaveLength(count),
    );
    const ids = responsesTo(order).map(({ meta }) => String(meta?.["interchange-document-id"]));
    const all = await Promise.all(ids.map(readInterchange));
    const latest = all
      .toSorted((one, two) => Number(one.control_reference) - Number(two.control_reference))
      .at(-1);
    return (await api.text(`${documents}/interchanges/${latest?.id}/text`)).body;
  };
  /** Brings the Utopia order of a document to the warehouse, whose clock runs ahead, and ships it. */
  const ship = async (found: EdiOrderDetail) => {
    const orderId = targetOf(found, "utopia-order", "order-id");
    const status = "select status from orders where id = $1";
    await settled(
      () => connection.executeSql(status, [orderId]),
      ({ rows }) => expect(rows).toEqual([{ status: "SUBMITTED_TO_AP21" }]),
    );
    await advanceDueOrders(connection.database, outside, () => new Date(Date.now() + 60_000));
    await api.act({
      action: "ship",
      target: orderId,
      storeGroup: "Myer",
      payload: "",
      sourceType: "edimarketplace",
      submittedBy: "clerk@utopia.example",
    });
  };

  test("an ORDERS that cancels ends the living order of its number, also one that waits to be confirmed [edi#cancellation]", async () => {
    const made = await orderDocument([line]);
    const source = await cancelling(made.documentNumber);
    expect(source).toMatchObject({ attention: [] });
    expect(await responseText(made.found.id, 2)).toMatch(/BGM\+231\+[^+]+\+27'/);

    const waits = await orderDocument([{ ...line, price: "1.5" }]);
    expect(waits.found).toMatchObject({ held_for: "confirmation" });
    await cancelling(waits.documentNumber);
    const text = await responseText(waits.found.id, 1);
    expect(text).toMatch(/BGM\+231\+[^+]+\+27'/);
    const ended = await readOrder(waits.found.id);
    expect(ended).toMatchObject({ attention: [], utopia_order_number: null });
    expect(stateOf(ended, "order/create")).toBe("rejected");
  });

  test("one that comes after the goods left is no duplicate: it is answered so, and left to a person [edi#cancellation]", async () => {
    const { found, documentNumber } = await orderDocument([line]);
    await ship(found);
    await settled(
      () => readOrder(found.id),
      (read) => expect(read.order?.DespatchAdvices).toHaveLength(1),
    );
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
    // The first line says nothing of its quantity; no line says a price.
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
    const text = fileOf(next(), [ordersMessage(number, [line])]).replace(
      "D:01B:UN:EAN010",
      "D:96A:UN:EAN008",
    );
    const source = await dropOne(text);
    const answer = await responseText(
      targetOf(source, "created-myer-edi-order-document", "order-document-id"),
      1,
    );
    expect(answer).toContain("ORDRSP:D:96A:UN");
  });
});
