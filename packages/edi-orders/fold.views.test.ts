import { describe, expect, test } from "vitest";
import {
  messageDocument,
  type OutgoingMessage,
  readEdifact,
  runSync,
  summarise,
  writeInterchange,
} from "#edifact/index.ts";
import { facts, messageOf, usualOrder } from "../../tests/support/partnerMessages.ts";
import { desadv, packageCount, sscc } from "./desadv.ts";
import { fold } from "./fold.ts";
import { askedLine, type Order, type OrderLine, type OrderMessage } from "./order.ts";
import { ordrsp, responseCode } from "./ordrsp.ts";
import { nothingWritten } from "./values.ts";

const line = (number: string, quantity: number, promised = quantity, price = 39.95): OrderLine => ({
  ...askedLine({
    ...{ number, item: `93999910003${number.padStart(2, "0")}`, itemType: "SRV", description: "Loafer" },
    ...{ codes: [], days: {}, unread: [], action: "" },
    written: { ...nothingWritten, quantity: String(quantity), price: "39.95" },
  }),
  levelCode: `140200001_BLK_${number}`,
  differences: [],
  promised: { quantity: promised, price },
});

/** An order of which these lines were promised. */
function orderOf(
  lines: OrderLine[],
  parcels: Map<string, number>[] = [],
  changes: OrderMessage[] = [],
): Order {
  const made = lines.map((one) => {
    const { quantity } = one.asked.written;
    return {
      ...one,
      asked: { ...one.asked, quantity: one.asked.isDeleted ? 0 : Number(quantity), price: 39.95 },
    };
  });
  const order = messageOf("ORDERS", usualOrder, 1);
  return fold([{ ...order, facts: { made } }, ...changes], [], { parcels });
}

const preparedAt = "2026-11-20T10:42";
const form = { identifier: "OR-1", preparedAt, directory: "01B" } as const;

/** The message as its receiver parses it, without errors. */
function received(message: OutgoingMessage) {
  const { bytes, findings } = writeInterchange({
    ...{ syntaxIdentifier: "UNOC", syntaxVersion: "3", preparedAt, controlReference: "000000001" },
    sender: { identification: "UTOPIA", qualifier: "ZZ" },
    recipient: { identification: "MYER", qualifier: "ZZ" },
    messages: [message],
  });
  expect(findings).toEqual([]);
  const reading = runSync(readEdifact(bytes));
  expect(reading.findings).toEqual([]);
  const [read] = reading.interchanges[0]?.messages ?? [];
  if (!read) throw new Error("Nothing was written");
  const { document, findings: unexpected } = runSync(messageDocument(read));
  expect(unexpected).toEqual([]);
  return summarise(document);
}

const textsOf = ({ segments }: OutgoingMessage): string[] =>
  segments.map(({ tag, elements }) => [tag, ...elements.map((one) => [one].flat().join(":"))].join("+"));

test("an SSCC has 18 digits, of which the last one checks the others", () => {
  for (const serial of [0, 1, 123_456_789, 999_999_999, 1_000_000_000]) {
    const digits = [...sscc(serial)].map(Number);
    expect(digits).toHaveLength(18);
    const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
    expect(sum % 10).toBe(0);
  }
});

describe("a response", () => {
  test.each([
    { lines: [line("1", 3), line("2", 5)], code: "29" },
    { lines: [line("1", 3), line("2", 5, 0)], code: "4" },
    { lines: [line("1", 3), { ...line("2", 2, 0) }], code: "4" },
    { lines: [line("1", 3, 0)], code: "27" },
    { lines: [], code: "27" },
  ] as const)("says $code of what was promised", ({ lines, code }) => {
    const order = orderOf([...lines]);
    expect(responseCode(order, "opening")).toBe(code);
    const read = received(ordrsp(order, "opening", form));
    if (read.kind !== "ORDRSP") throw new Error("That is no response");
    expect(read).toMatchObject({ documentName: "231", messageFunction: code, documentIdentifier: "OR-1" });
    expect(read.order.references).toMatchObject([{ qualifier: "ON", identifier: "PO1" }]);
    expect(read.order.lines.map(({ action }) => action)).toEqual(code === "4" ? ["5", "7"] : []);
    // Lines are counted only where they are in the message.
    expect(read.order.totals).toEqual(code === "4" ? [{ qualifier: "2", value: "2" }] : []);
    expect(read.order.parties[0]?.names).toEqual(["MYER BUYING"]);
  });

  test("is 29 only where all of the order was read [edi#covered]", () => {
    const segments = usualOrder.flatMap((one) =>
      one.startsWith("DTM+63") ? [one, "FTX+AAI+++CALL US"] : [one],
    );
    const said = { kind: "segment=FTX+AAI", words: "It says FTX+AAI, the text 'CALL US': not read here" };
    const order = fold([messageOf("ORDERS", segments, 1)], [{ about: "order", ...said, answer: "accepted" }]);
    expect(order.lines.map((one) => one.promised.quantity)).toEqual([10, 3]);
    expect(responseCode(order, "opening")).toBe("4");
    expect(textsOf(ordrsp(order, "opening", form))).toContain(`FTX+ACD+++${said.words}`);
  });

  const late = { ...facts, closed: "sent" } as const;
  const change = (segments: string[], known: typeof facts = late) =>
    messageOf("ORDCHG", ["BGM+230+C1+4", "RFF+ON:PO1", ...segments, "UNS+S"], 2, known);
  const answered = (lines: OrderLine[], message: OrderMessage) =>
    textsOf(ordrsp(orderOf(lines, [], [message]), { change: "2" }, form));

  test.each([
    ["its item alone", "LIN++3+9399991000301:SRV"],
    ["its number alone", "LIN+1+3"],
    ["both", "LIN+1+3+9399991000301:SRV"],
  ])(
    "tells a change that came too late what was promised of a line that it names by %s [edi#changed-lines]",
    (_, segment) => {
      expect(answered([line("1", 14)], change([segment, "QTY+21:5"]))).toEqual(
        expect.arrayContaining([
          "RFF+PP:C1",
          "QTY+113:14:",
          "FTX+ACD+++The order was sent or ended before the change came",
        ]),
      );
    },
  );

  test.each([
    ["that the order has not", "LIN+9+3"],
    ["that would be added under the number of another one", "LIN+1+1+OTHER:SRV"],
    ["that would be added under a number alone", "LIN+1+1"],
    ["that would be added without a number, of another line's article", "LIN++1+9399991000301:SRV"],
  ])("tells no quantity of a line %s [edi#changed-lines]", (_, segment) => {
    const message = change([segment, "QTY+21:5"]);
    expect(answered([line("1", 14)], message).join("'")).not.toContain("QTY+113");
  });

  test("tells that nothing is promised of a line that would be added too late [edi#changed-lines]", () => {
    const message = change(["LIN+9+1+OTHER:SRV", "QTY+21:5"]);
    expect(answered([line("1", 14)], message)).toContain("QTY+113:0:");
  });

  test("says of an order of which every line was deleted that it is cancelled as asked, with the number of the change [edi#cancellation]", () => {
    const order = orderOf([line("1", 14)], [], [change(["LIN+1+2"], facts)]);
    expect(textsOf(ordrsp({ ...order, end: "CANCELLED" }, "end", form))).toEqual(
      expect.arrayContaining(["BGM+231+OR-1+27", "RFF+PP:C1", "FTX+ACD+++The order is cancelled as asked"]),
    );
    expect(textsOf(ordrsp({ ...orderOf([line("1", 14, 0)]), end: "CANCELLED" }, "end", form))).toContain(
      "FTX+ACD+++The order cannot be delivered",
    );
  });

  test("has the price that was agreed [edi#proved]", () => {
    expect(answered([line("1", 14, 14, 6.95)], change([], facts))).toContain("PRI+AAA:6.95");
  });
});

describe("a despatch advice", () => {
  const advised = (quantities: number[]) => {
    const lines = quantities.map((quantity, index) => line(String(index + 1), quantity));
    const units = new Map(
      lines.map(({ levelCode, asked }) => [levelCode ?? "", Number(asked.written.quantity)]),
    );
    const order = orderOf(lines, [units]);
    const message = desadv(order, 0, {
      ...{ identifier: "DA-1", preparedAt, despatchedAt: "2026-11-20T09:00", serial: 100 },
      ...{ carrier: "StarTrack", conNote: "UTP1", directory: "01B" },
    });
    const read = received(message);
    if (read.kind !== "DESADV") throw new Error("That is no despatch advice");
    return { read, packages: packageCount(order, 0) };
  };

  test("packs a little into one carton, and more onto a pallet", () => {
    const { read: little } = advised([5]);
    const carton = { level: "1", sscc: [expect.stringMatching(/^\d{18}$/)] };
    expect(little.packing[0]?.inside).toMatchObject([carton]);
    const { read: more, packages } = advised([14, 20]);
    const [pallet] = more.packing[0]?.inside ?? [];
    expect(pallet).toMatchObject({ level: "3", inside: { length: 3 } });
    expect(packages).toBe(4);
  });

  test("holds every unit once, under numbers that no two packages share", () => {
    const { read } = advised([1, 12, 13, 40]);
    const levels = (all: typeof read.packing): typeof read.packing =>
      all.flatMap((level) => [level, ...levels(level.inside)]);
    const every = levels(read.packing);
    const numbers = every.flatMap((level) => level.sscc);
    expect(new Set(numbers).size).toBe(numbers.length);
    const units: Record<string, number> = {};
    for (const { references, quantities } of every.flatMap(({ lines }) => lines)) {
      const number = references[0]?.line ?? "";
      units[number] = (units[number] ?? 0) + (quantities[0]?.value ?? 0);
    }
    expect(units).toEqual({ 1: 1, 2: 12, 3: 13, 4: 40 });
  });
});
