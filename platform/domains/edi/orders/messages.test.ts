import { describe, expect, test } from "vitest";
import {
  messageDocument,
  type OrderContent,
  type OutgoingMessage,
  readEdifact,
  runSync,
  summarise,
  writeInterchange,
} from "#edifact/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { cartonsOf, despatchMessage, packageCount, sscc } from "./despatch.ts";
import { initialCode, responseMessage } from "./response.ts";

const line = (number: string, ordered: number, accepted = ordered): StoredOrderLine => ({
  number,
  item: `93999910003${number.padStart(2, "0")}`,
  itemType: "SRV",
  description: "Loafer",
  ordered,
  accepted,
  unitPrice: 39.95,
  levelCode: `140200001_BLK_${number}`,
  codes: [`93999910003${number.padStart(2, "0")}`],
  written: { quantity: String(ordered), unit: "", price: "39.95", per: "", priceUnit: "" },
});

const party = (qualifier: string, name: string): OrderContent["parties"][number] => ({
  ...{ qualifier, identifier: "9399990000019", agency: "9", names: [name], references: [] },
  ...{ street: ["12 Harbour St"], city: "Melbourne", state: "VIC", postcode: "3000", country: "AU" },
});

const preparedAt = "2026-11-20T10:42";
const content: OrderContent = {
  ...{ responseType: "", dates: [], references: [], notes: [], lines: [], amounts: [], totals: [] },
  parties: [party("BY", "Buyer's +Co:"), party("SU", "Utopia"), party("ST", "Geelong")],
  currency: "AUD",
};

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
    { lines: [line("1", 3), line("2", 0)], code: "4" },
    { lines: [line("1", 3, 0)], code: "27" },
    { lines: [], code: "27" },
  ] as const)("says $code of what was accepted", ({ lines, code }) => {
    expect(initialCode(lines)).toBe(code);
    const of = { documentIdentifier: "PO-1", lines };
    const read = received(responseMessage(of, content, { identifier: "OR-1", code, preparedAt }));
    if (read.kind !== "ORDRSP") throw new Error("That is no response");
    expect(read).toMatchObject({ documentName: "231", messageFunction: code, documentIdentifier: "OR-1" });
    expect(read.order.references).toMatchObject([{ qualifier: "ON", identifier: "PO-1" }]);
    expect(read.order.lines.map(({ action }) => action)).toEqual(code === "4" ? ["5", "7"] : []);
    // Lines are counted only where they are in the message.
    expect(read.order.totals).toEqual(code === "4" ? [{ qualifier: "2", value: "2" }] : []);
    expect(read.order.parties[0]?.names).toEqual(["Buyer's +Co:"]);
  });
});

describe("a despatch advice", () => {
  const advised = (quantities: number[]) => {
    const lines = quantities.map((quantity, index) => ({
      line: line(String(index + 1), quantity),
      quantity,
    }));
    const cartons = cartonsOf(lines);
    const message = despatchMessage("PO-1", content, {
      ...{ identifier: "DA-1", preparedAt, despatchedAt: "2026-11-20T09:00", serial: 100 },
      ...{ carrier: "StarTrack", conNote: "UTP1", cartons },
    });
    const read = received(message);
    if (read.kind !== "DESADV") throw new Error("That is no despatch advice");
    return { read, cartons };
  };

  test("packs a little into one carton, and more onto a pallet", () => {
    const { read: little } = advised([5]);
    const carton = { level: "1", sscc: [expect.stringMatching(/^\d{18}$/)] };
    expect(little.packing[0]?.inside).toMatchObject([carton]);
    const { read: more, cartons } = advised([14, 20]);
    const [pallet] = more.packing[0]?.inside ?? [];
    expect(pallet).toMatchObject({ level: "3", inside: { length: 3 } });
    expect(packageCount(cartons)).toBe(4);
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
