import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ediInterchangeDetail } from "#contract/edi.ts";
import { ediMessages } from "#contract/ediMessages.ts";
import { messageDocument, readEdifact, runSync } from "#edifact/index.ts";
import { cases } from "#tests/support/models.ts";
import { type LedgerType, ledgerMessages, toLedger } from "./ledger.ts";

type Line = {
  number: number;
  item: string;
  ordered: number;
  changed?: number;
  confirmed?: number;
  advised: number[];
};

const wrapped = (type: LedgerType, number: string, body: string[]) => {
  const bgm = `BGM+220+${number}+${type === "ORDRSP" ? "4" : "9"}'`;
  const reference = type === "ORDERS" ? "" : "RFF+ON:PO-1'";
  const head = `UNA:+.? 'UNB+UNOC:3+A+B+261120:1042+1'UNH+1+${type}:D:01B:UN'${bgm}${reference}`;
  return `${head}${body.join("")}UNT+1+1'UNZ+1+1'`;
};

/** An interchange as a service sends it: its text, and the same as JSON. */
function interchangeOf(id: string, type: LedgerType, interchange_text: string) {
  const { interchanges } = runSync(readEdifact(interchange_text));
  const read = interchanges.flatMap(({ messages }) => messages);
  const messages = read.map((one) => runSync(messageDocument(one)).document);
  const interchange = { [ediMessages[type].interchangeList]: messages };
  return ediInterchangeDetail.parse({ id, interchange, interchange_text });
}

const orders = (lines: Line[]) => {
  const ordered = lines.map(({ number, item, ordered }) => `LIN+${number}++${item}:SRV'QTY+21:${ordered}'`);
  return wrapped("ORDERS", "PO-1", [...ordered, "UNS+S'"]);
};

function interchangesOf(lines: Line[]) {
  const changes = lines.flatMap(({ number, item, changed }) =>
    changed === undefined ? [] : [`LIN+${number}+3+${item}:SRV'QTY+21:${changed}'`],
  );
  const answers = lines.flatMap(({ number, item, ordered, confirmed }) =>
    confirmed === undefined ? [] : [`LIN+${number}+3+${item}:SRV'QTY+21:${ordered}'QTY+113:${confirmed}'`],
  );
  const packages = lines.flatMap(({ number, item, advised }) =>
    advised.map((units, index) => {
      const goods = `LIN+${index + 1}++${item}:SRV'QTY+12:${units}'RFF+ON:PO-1:${number}'`;
      return `CPS+${number * 100 + index}+1'${goods}`;
    }),
  );
  return [
    interchangeOf("orders", "ORDERS", orders(lines)),
    interchangeOf("change", "ORDCHG", wrapped("ORDCHG", "C-1", [...changes, "UNS+S'"])),
    interchangeOf("response", "ORDRSP", wrapped("ORDRSP", "R-1", [...answers, "UNS+S'"])),
    interchangeOf("advice", "DESADV", wrapped("DESADV", "D-1", ["CPS+1'", ...packages])),
  ];
}

const line = (over: Partial<Line> = {}): Line => {
  return { number: 1, item: "9310000000014", ordered: 3, advised: [], ...over };
};
const ledgerOf = async (lines: Line[], shipped?: { code: string; units: number }[]) =>
  toLedger(await ledgerMessages(interchangesOf(lines), "PO-1"), shipped, "/orders/u");

describe("the ledger of an order's lines [edi#ledger]", () => {
  test("holds every figure of every line, whatever the order", async () => {
    const arbitraryLine = fc.record({
      ordered: fc.integer({ min: 1, max: 999 }),
      changed: fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
      confirmed: fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
      advised: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryLine, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const numbered = (index: number) => ({ number: index + 1, item: String(9310000000000 + index) });
        const lines = drawn.map((one, index) => ({ ...one, ...numbered(index) })) as Line[];
        const ledger = await ledgerOf(lines);
        expect(ledger?.rows).toHaveLength(lines.length);
        for (const [index, one] of lines.entries()) {
          const row = ledger?.rows[index];
          const advised = one.advised.reduce((sum, units) => sum + units, 0);
          expect(row?.ordered?.units).toBe(one.ordered);
          expect(row?.changed?.units).toBe(one.changed);
          expect(row?.advised?.units).toBe(one.advised.length === 0 ? undefined : advised);
          if (one.confirmed !== undefined) expect(row?.confirmed?.units).toBe(one.confirmed);
        }
      }),
      { seed: 13, numRuns: cases(60) },
    );
  });

  test("a line names its article and price, and says where another price was confirmed", async () => {
    const named = "PIA+1+140200001-STN-S:SA'IMD+F++:::LOAFER'";
    const ordered = `LIN+1++9310000000014:SRV'${named}QTY+21:3'PRI+AAA:29.95'`;
    const answer = "LIN+1+3+9310000000014:SRV'QTY+21:3'QTY+113:3'PRI+AAA:24.5'";
    const row = [
      interchangeOf("orders", "ORDERS", wrapped("ORDERS", "PO-1", [ordered, "UNS+S'"])),
      interchangeOf("response", "ORDRSP", wrapped("ORDRSP", "R-1", [answer, "UNS+S'"])),
    ];
    const ledger = toLedger(await ledgerMessages(row, "PO-1"), undefined, undefined);
    expect(ledger?.rows[0]).toMatchObject({ article: "140200001-STN-S · LOAFER", price: "29.95" });
    expect(ledger?.rows[0]?.marks.map(({ words }) => words)).toEqual(["Confirmed at 24.5 instead of 29.95"]);
  });

  test("each figure leads to the segment that says it", async () => {
    const second = line({ number: 2, item: "9310000000021", ordered: 5, confirmed: 4, advised: [4] });
    const lines = [line(), second];
    const row = (await ledgerOf(lines))?.rows[1];
    // UNA, UNB, UNH, BGM, and two segments for the line before.
    expect(row?.ordered?.href).toBe("/edi/myer/interchanges/orders/segments#segment-8");
    expect(row?.confirmed?.href).toBe("/edi/myer/interchanges/response/segments#segment-8");
    expect(row?.advised?.href).toBe("/edi/myer/interchanges/advice/segments#segment-9");
  });

  test("differences are shown in words", async () => {
    const lines = [
      line({ ordered: 3, changed: 2, confirmed: 1, advised: [1] }),
      line({ number: 2, item: "9310000000021", ordered: 2, confirmed: 2, advised: [2] }),
    ];
    const marks = (await ledgerOf(lines))?.rows.map((row) => row.marks.map(({ words }) => words));
    expect(marks).toEqual([["Changed from 3 to 2", "1 not confirmed"], ["As ordered"]]);
  });

  test("shipped articles are matched to their line, and reported where none matches", async () => {
    const lines = [line({ confirmed: 3, advised: [2] })];
    const known = await ledgerOf(lines, [{ code: "9310000000014", units: 2 }]);
    const shipped = { units: 2, href: "/orders/u" };
    expect(known?.rows[0]).toMatchObject({ shipped, marks: [{ words: "1 to ship" }] });
    const unknown = await ledgerOf(lines, [{ code: "CNV-LOW-BLK-08", units: 2 }]);
    expect(unknown?.rows[0]?.shipped).toBeUndefined();
    expect(unknown?.left).toEqual(["2 shipped units could not be put to a line."]);
  });

  test.each([
    ["29", 3],
    ["27", 0],
  ])("a whole answer (%s) counts for every line", async (code, units) => {
    const whole = wrapped("ORDRSP", "R-1", ["UNS+S'", "CNT+2:0'"]).replace("R-1+4", `R-1+${code}`);
    const sent = interchangeOf("orders", "ORDERS", orders([line()]));
    const messages = await ledgerMessages([sent, interchangeOf("response", "ORDRSP", whole)], "PO-1");
    expect(toLedger(messages, undefined, undefined)?.rows[0]?.confirmed).toMatchObject({ units });
  });

  test("only the messages of this order count, where an interchange holds several", async () => {
    const other = "BGM+220+PO-2+9'LIN+1++9310000000099:SRV'QTY+21:7'UNS+S'UNT+1+2'";
    const text = orders([line()]).replace("UNZ+1+1'", `UNH+2+ORDERS:D:01B:UN'${other}UNZ+2+1'`);
    const messages = await ledgerMessages([interchangeOf("orders", "ORDERS", text)], "PO-2");
    const rows = [{ item: "9310000000099", ordered: { units: 7 } }];
    expect(toLedger(messages, undefined, undefined)?.rows).toMatchObject(rows);
  });

  test("a very long order is cut, and says so; one without lines has none", async () => {
    const many = Array.from({ length: 250 }, (_, index) => line({ number: index + 1, item: String(index) }));
    const ledger = await ledgerOf(many);
    expect(ledger?.rows).toHaveLength(200);
    expect(ledger?.left[0]).toContain("50 more lines are not shown here");
    expect(toLedger([], undefined, undefined)).toBeUndefined();
  });

  test("figures have no links where the service sends no text", async () => {
    const sent = { ...interchangeOf("orders", "ORDERS", orders([line()])), interchange_text: null };
    const ledger = toLedger(await ledgerMessages([sent], "PO-1"), undefined, undefined);
    expect(ledger?.rows[0]?.ordered).toEqual({ units: 3 });
  });
});
