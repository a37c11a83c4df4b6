import { expect, test } from "vitest";
import { agreement, facts, messageOf, places, usualOrder } from "../../tests/support/partnerMessages.ts";
import { fold } from "./fold.ts";
import { changeProblems, isForPerson, takingProblems } from "./taking.ts";
import { utopiaOrder } from "./utopiaOrder.ts";

const changeOf = (...segments: string[]) => [
  "BGM+230+C1+4",
  ...segments.filter((one) => one.startsWith("DTM")),
  "RFF+ON:PO1",
  ...segments.filter((one) => !one.startsWith("DTM")),
  "UNS+S",
];
const problem = (segments: readonly string[]) =>
  changeProblems(messageOf("ORDCHG", segments, 2), agreement).join("; ");

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
  const segments = ["BGM+230+C1+4", "RFF+ON:PO1", "DTM+63:20270115:102", "UNS+S"];
  expect(problem(segments)).toContain("It says RFF/DTM+63, Latest delivery: not read here");
});

test("a replacement of all lines with none is left to a person [edi#changed-lines]", () => {
  expect(problem(["BGM+230+C1+5", "RFF+ON:PO1", "UNS+S"])).toContain("it replaces all lines with none");
});

test("a change of quantity, address and day is one that can be carried out [edi#changed-lines]", () => {
  const segments = [
    "DTM+63:20270115:102",
    "NAD+ST+9399990000163::9++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU",
  ];
  expect(problem(changeOf(...segments, line, "QTY+21:4"))).toBe("");
});

test("the goods go where the last change says, as written, and the day is kept [edi#address, edi#changed-lines]", () => {
  const order = messageOf(
    "ORDERS",
    ["BGM+220+PO1+9", "NAD+ST+9399990000156::9++MYER GEELONG+99 MOORABOOL ST+GEELONG+NSW+3220+AU", "UNS+S"],
    1,
  );
  expect(utopiaOrder(fold([order], []), {}).delivery.addresses).toMatchObject([
    { locationType: "delivery", street1: "99 MOORABOOL ST", state: "NSW" },
  ]);
  const segments = ["DTM+63:20270115:102", "NAD+ST+++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU"];
  const changed = fold([order, messageOf("ORDCHG", changeOf(...segments), 2)], []);
  expect(utopiaOrder(changed, {}).delivery).toMatchObject({
    addresses: [{ street1: "1 STURT ST", postcode: "3350" }],
    deliverBy: "2027-01-15",
  });
});

test.each<[string, string[], string]>([
  ["another buyer", ["NAD+BY+9300000000001::9"], "it names another buyer, 9300000000001, than the order"],
  ["an address without a postcode", ["NAD+ST+++MYER+1 STURT ST+BALLARAT"], "it has no postcode"],
  ["a line that is not there", ["LIN+9+3+9314000021004:SRV"], "the order has no line 9 of '9314000021004'"],
])("a change that names %s is not taken [edi#changed-lines, edi#address]", (_, segments, words) => {
  const order = messageOf("ORDERS", usualOrder, 1);
  const before = fold([order], []);
  const after = fold([order, messageOf("ORDCHG", changeOf(...segments), 2)], []);
  expect(takingProblems(before, after, places, facts).join("; ")).toContain(words);
});

test.each<[string, string[], boolean]>([
  ["cancels the order", ["BGM+230+C1+1", "RFF+ON:PO1", "UNS+S"], true],
  ["deletes its every line", changeOf("LIN+1+2", "LIN+2+2"), true],
  ["names another day", changeOf("DTM+63:20270115:102"), true],
  ["deletes one of its lines", changeOf("LIN+1+2"), false],
  ["names another quantity", changeOf(line, "QTY+21:4"), false],
])(
  "a change that %s too late is told to a person where the goods are not wanted so [edi#cancellation, edi#changed-lines]",
  (_, segments, isForOne) => {
    const closed = { ...facts, closed: "sent" } as const;
    const order = messageOf("ORDERS", usualOrder, 1);
    const [late] = fold([order, messageOf("ORDCHG", segments, 2, closed)], []).changes;
    expect(late && isForPerson(late)).toBe(isForOne);
    const [timely] = fold([order, messageOf("ORDCHG", segments, 2)], []).changes;
    expect(timely && isForPerson(timely)).toBe(false);
  },
);
