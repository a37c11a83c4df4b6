import { expect, test } from "vitest";
import { facts, messageOf, usualChange, usualOrder } from "../../tests/support/partnerMessages.ts";
import { differences } from "./differences.ts";
import { fold, laterThan } from "./fold.ts";
import { type Decision, type Facts, flat, type LineDecision, type Order } from "./order.ts";
import { seenOf } from "./promise.ts";
import { compareSent } from "./sent.ts";

/** The usual order with these instead of the segments that begin so. */
const orderWith = (changes: Record<string, string>) =>
  usualOrder
    .filter((segment) => !/^(MOA|CNT)/.test(segment))
    .map((segment) => Object.entries(changes).find(([start]) => segment.startsWith(start))?.[1] ?? segment);

const changeOf = (...lines: string[]) => ["BGM+230+C1+4", "RFF+ON:PO1", ...lines, "UNS+S"];
const replacing = (...lines: string[]) => ["BGM+230+C1+5", "RFF+ON:PO1", ...lines, "UNS+S"];

const promised = ({ lines }: Order) => lines.map((line) => [line.promised.quantity, line.promised.price]);

/** A person's decision on a line as it is after these messages. */
function decisionOn(
  order: Order,
  place: number,
  decision: Pick<LineDecision, "answer" | "quantity" | "unit_price">,
): Decision {
  const line = order.lines[place];
  if (!line) throw new Error(`The order has no line at ${place}`);
  return { about: "line", place, ...decision, reason: "", by: "clerk", at: "", seen: seenOf(flat(line)) };
}

const tooMany = messageOf("ORDERS", orderWith({ "QTY+21:10": "QTY+21:900" }), 1);
const limited = decisionOn(fold([tooMany], []), 0, { answer: "amend", quantity: 3 });
const wrongPrice = messageOf("ORDERS", orderWith({ "PRI+AAA:70.95": "PRI+AAA:1" }), 1);
const line1 = "LIN+1+3+9314000021004:SRV";

test("an order as agreed is promised as it was asked for, and what differs waits [edi#differences]", () => {
  const usual = fold([messageOf("ORDERS", usualOrder, 1)], []);
  expect(differences(usual)).toEqual([]);
  expect(promised(usual)).toEqual([
    [10, 70.95],
    [3, 158.95],
  ]);
  const open = fold([tooMany], []);
  expect(differences(open)).toEqual(["line 1 of '9314000021004': 27 in stock"]);
  expect(promised(open)[0]).toEqual([0, 70.95]);
});

test("what a person limited, priced or refused stands until a message names that very value [edi#changed-lines]", () => {
  const day = messageOf("ORDCHG", changeOf(line1, "DTM+2:20261216:102"), 2);
  expect(promised(fold([tooMany, day], [limited]))[0]).toEqual([3, 70.95]);
  const fewer = messageOf("ORDCHG", changeOf(line1, "QTY+21:800"), 2);
  const reduced = fold([tooMany, fewer], [limited]);
  expect(promised(reduced)[0]).toEqual([3, 70.95]);
  expect(reduced.changes[0]?.refused.map(({ reason }) => reason)).toEqual([
    "27 in stock; 3 of 900 were accepted before",
  ]);
  const two = messageOf("ORDCHG", changeOf(line1, "QTY+21:2"), 2);
  expect(promised(fold([tooMany, two], [limited]))[0]).toEqual([2, 70.95]);
  const priced = decisionOn(fold([wrongPrice], []), 0, { answer: "amend", unit_price: 70.95 });
  expect(promised(fold([wrongPrice, two], [priced]))[0]).toEqual([2, 70.95]);
});

test("a decision does not count for a difference that nobody saw [edi#confirming]", () => {
  const decided = decisionOn(fold([wrongPrice], []), 0, { answer: "accept" });
  expect(promised(fold([wrongPrice], [decided]))[0]).toEqual([10, 1]);
  const articles = new Map(
    [...facts.articles].map(([code, all]) => [code, all.map((one) => ({ ...one, stock: 0 }))]),
  );
  const without = { ...wrongPrice, facts: { ...facts, articles } };
  expect(promised(fold([without], [decided]))[0]).toEqual([0, 1]);
});

test("messages fold in the sender's order, however late they are released [edi#sequence]", () => {
  const order = messageOf("ORDERS", usualOrder, 1);
  const changes = ["4", "7", "2"].map((quantity, index) =>
    messageOf("ORDCHG", changeOf(line1, `QTY+21:${quantity}`), index + 2),
  );
  const [first, second, third] = changes;
  if (!first || !second || !third) throw new Error("There are three");
  const expected = fold([order, first, second, third], []);
  expect(promised(expected)[0]).toEqual([2, 70.95]);
  for (const others of [
    [third, second, first],
    [second, first, third],
    [third, first, second],
  ])
    expect(fold([order, ...others], [])).toEqual(expected);
  expect(laterThan([order, third], second)).toBe(third);
  expect(laterThan([order, first], second)).toBeUndefined();
});

test("the sender's order goes by the time of preparation, then by number, arrival and place [edi#sequence]", () => {
  const sent = { preparedAt: "2026-11-20T10:42", controlReference: "9", position: 5, place: 1 };
  const after = (other: Partial<typeof sent>) => compareSent({ ...sent, ...other }, sent) > 0;
  expect(after({ preparedAt: "2026-11-20T10:41", controlReference: "10", position: 6 })).toBe(false);
  expect(after({ controlReference: "10", position: 4 })).toBe(true);
  expect(after({ controlReference: "A", position: 6 })).toBe(true);
  expect(after({ preparedAt: "", position: 4, controlReference: "9" })).toBe(false);
  expect(after({ place: 2 })).toBe(true);
  const order = messageOf("ORDERS", usualOrder, 1);
  const ahead = { ...messageOf("ORDCHG", changeOf(), 1), sent: { ...order.sent, place: 0 } };
  expect(laterThan([order], ahead)).toBeUndefined();
});

test("messages before the first promise are judged together, and answered by it [edi#changed-lines]", () => {
  const waits = { ...tooMany, facts: undefined };
  const change = messageOf("ORDCHG", changeOf(line1, "QTY+21:5"), 2);
  const order = fold([waits, change], []);
  expect(promised(order)[0]).toEqual([5, 70.95]);
  expect(differences(order)).toEqual([]);
  expect(order.changes).toMatchObject([{ isBeforeOpening: true, number: "C1", refused: [] }]);
  expect(fold([waits], []).isOpened).toBe(false);
});

test.each<[string, string[], number[]]>([
  ["a change", usualChange, [12, 3, 2]],
  ["a change of nothing", changeOf(), [10, 3]],
  ["a line that stays as it is", changeOf("LIN+1+5+9314000021004:SRV", "QTY+21:40"), [10, 3]],
  ["a replacement", replacing("LIN+1++9314000021004:SRV", "QTY+21:4", "PRI+AAA:70.95"), [4, 0]],
  ["a deleted line", changeOf("LIN+1+2+9314000021004:SRV"), [0, 3]],
  ["a cancellation", ["BGM+230+C1+1", "RFF+ON:PO1", "UNS+S"], [0, 0]],
  ["too many of a new line", changeOf("LIN+3+1+9314000011029:SRV", "QTY+21:28", "PRI+AAA:29.95"), [10, 3]],
])("%s promises what follows from it [edi#changed-lines, edi#cancellation]", (_, segments, quantities) => {
  const order = fold([messageOf("ORDERS", usualOrder, 1), messageOf("ORDCHG", segments, 2)], []);
  expect(order.lines.map((line) => line.promised.quantity)).toEqual(quantities);
});

test("an order is cancelled by a cancellation, and by the deletion of its last line [edi#cancellation]", () => {
  const order = messageOf("ORDERS", usualOrder, 1);
  const deleted = messageOf("ORDCHG", changeOf("LIN+1+2", "LIN+2+2"), 2);
  expect(fold([order, deleted], []).cancelledBy?.number).toBe("C1");
  const more = messageOf("ORDCHG", changeOf(line1, "QTY+21:5"), 3);
  const cancelled = fold([order, messageOf("ORDCHG", ["BGM+230+C2+1", "RFF+ON:PO1", "UNS+S"], 2), more], []);
  expect(cancelled.lines.map((line) => line.promised.quantity)).toEqual([0, 0]);
  expect(cancelled.changes.at(-1)?.isTooLate).toBe(true);
});

test("what came too late changes nothing, and shipments are shared among the lines of their article [edi#changed-lines]", () => {
  const order = messageOf("ORDERS", usualOrder, 1);
  const closed: Facts = { ...facts, closed: "sent" };
  const late = messageOf("ORDCHG", changeOf(line1, "QTY+21:4"), 2, closed);
  const parcels = [new Map([["140200002_BRN_7", 6]]), new Map([["140200002_BRN_7", 9]])];
  const going = fold([order, late], [], { parcels });
  expect(going.lines.map(({ shipped, promised: { quantity } }) => [shipped, quantity])).toEqual([
    [10, 10],
    [0, 3],
  ]);
  expect(going.parcels.map((pieces) => [...pieces])).toEqual([[[0, 6]], [[0, 4]]]);
  const ended = fold([order, late], [], { parcels: parcels.slice(0, 1), end: "COMPLETE" });
  expect(ended.lines.map((line) => line.promised.quantity)).toEqual([6, 0]);
});
