import { expect, test } from "vitest";
import { changedHead, headOf, seenOf } from "#edi-orders/index.ts";
import { messageDocument, readEdifact, runSync } from "#edifact/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { canBeChange } from "#platform/domains/edi/operations/order.ts";
import { ediTerms } from "#platform/domains/edi/partners/terms.ts";
import { changeProblem } from "./changes.ts";
import { isOpen, placesOf } from "./judging.ts";
import { deliveryIn } from "./utopiaOrder.ts";

const judging = { terms: ediTerms.parse({}), today: "2026-11-29" };

/** A message of these segments. */
function documentOf(type: string, segments: readonly string[]) {
  const text = ["UNA:+.? 'UNB+UNOC:3+M:ZZ+U:ZZ+261120:1042+1", `UNH+1+${type}:D:01B:UN:EAN010`, ...segments];
  const end = [`UNT+${segments.length + 2}+1`, "UNZ+1+1", ""];
  const [message] =
    runSync(readEdifact(Buffer.from([...text, ...end].join("'")))).interchanges[0]?.messages ?? [];
  if (!message) throw new Error("There is no message");
  return runSync(messageDocument(message)).document;
}
const changeOf = (...segments: string[]) =>
  documentOf("ORDCHG", [
    "BGM+230+C1+4",
    ...segments.filter((one) => one.startsWith("DTM")),
    "RFF+ON:PO1",
    ...segments.filter((one) => !one.startsWith("DTM")),
    "UNS+S",
  ]);
const problem = (document: ReturnType<typeof documentOf>) =>
  changeProblem({ document, decimalMark: "." }, judging);

const line = "LIN+1+3+9314000021004:SRV";

test.each<[string, string[], string]>([
  [
    "another price than the net one",
    [line, "PRI+AAB:5"],
    "It says PRI+AAB, another price (Calculation gross): not read here",
  ],
  [
    "another quantity than the one ordered",
    [line, "QTY+83:4"],
    "It says QTY+83, another quantity (Backorder): not read here",
  ],
  ["a text", ["FTX+AAI+++DO NOT SHIP"], "It says FTX+AAI, the text 'DO NOT SHIP': not read here"],
  ["two orders", ["RFF+ON:PO2"], "It says RFF+ON twice"],
  [
    "a quantity of 0",
    [line, "QTY+21:0"],
    "line 1 of '9314000021004' is to be 0: it may be meant to be deleted",
  ],
  [
    "a line not accepted",
    ["LIN+1+7+9314000021004:SRV"],
    "line 1 of '9314000021004' says 7, Not accepted (1229)",
  ],
  ["a line not found", ["LIN+1+10+9314000021004:SRV"], "says 10, Not found (1229)"],
  ["a day in the past", ["DTM+63:20260101:102"], "It was to be delivered by 2026-01-01"],
])("a change that says %s is left to a person [edi#changed-lines, edi#covered]", (_, segments, words) => {
  expect(problem(changeOf(...segments))).toContain(words);
});

test("a day that stands behind the reference to the order is not taken for the day of the reference [edi#covered]", () => {
  const document = documentOf("ORDCHG", ["BGM+230+C1+4", "RFF+ON:PO1", "DTM+63:20270115:102", "UNS+S"]);
  expect(problem(document)).toContain("It says RFF/DTM+63, Latest delivery: not read here");
});

test("a replacement of all lines with none is left to a person [edi#changed-lines]", () => {
  const document = documentOf("ORDCHG", ["BGM+230+C1+5", "RFF+ON:PO1", "UNS+S"]);
  expect(problem(document)).toContain("it replaces all lines with none");
});

test("a change of quantity, address and day is one that can be carried out [edi#changed-lines]", () => {
  const segments = [
    "DTM+63:20270115:102",
    "NAD+ST+9399990000163::9++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU",
  ];
  expect(problem(changeOf(...segments, line, "QTY+21:4"))).toBeUndefined();
});

test("the goods go where the last change says, as written, and the day is kept [edi#address, edi#changed-lines]", () => {
  const order = documentOf("ORDERS", [
    "BGM+220+PO1+9",
    "NAD+ST+9399990000156::9++MYER GEELONG+99 MOORABOOL ST+GEELONG+NSW+3220+AU",
    "UNS+S",
  ]);
  const places = placesOf(judging);
  const before = headOf(order);
  expect(deliveryIn(before, places).addresses).toMatchObject([
    { locationType: "delivery", street1: "99 MOORABOOL ST", state: "NSW" },
  ]);
  const change = changeOf("DTM+63:20270115:102", "NAD+ST+++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU");
  expect(deliveryIn(changedHead(before, headOf(change)), places)).toMatchObject({
    addresses: [{ street1: "1 STURT ST", postcode: "3350" }],
    deliverBy: "2027-01-15",
  });
});

test("an answer does not cover a difference that nobody saw [edi#confirming]", () => {
  const asked: StoredOrderLine = {
    ...{ number: "1", item: "A", itemType: "SRV", description: "", codes: ["A"], levelCode: "A" },
    ...{ ordered: 14, accepted: 0, unitPrice: 1, askedPrice: 1 },
    written: { quantity: "14", unit: "", price: "1.00", per: "", priceUnit: "" },
    differences: [{ kind: "price", words: "1.00 instead of 6.95" }],
  };
  const answer = { answer: "accept" as const, reason: "", by: "clerk", at: "", seen: seenOf(asked) };
  expect(isOpen({ ...asked, answer })).toBe(false);
  const differences = [...(asked.differences ?? []), { kind: "stock", words: "0 in stock" }];
  expect(isOpen({ ...asked, answer, differences })).toBe(true);
});

test("an order that was sent before what the living one follows is never applied to it [edi#second-order]", () => {
  const differences = [
    { kind: "number=repeated", words: "" },
    { kind: "line", words: "14 instead of 2" },
  ];
  expect(canBeChange({ heldFor: "duplicate", differences })).toBe(true);
  const older = { kind: "older", words: "it was sent before 2" };
  expect(canBeChange({ heldFor: "duplicate", differences: [older, ...differences] })).toBe(false);
});
