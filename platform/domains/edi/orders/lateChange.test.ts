import { expect, test } from "vitest";
import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import { answerTo, initialCode, refusedLabel, responseMessage } from "./response.ts";

const line = (changed: Partial<StoredOrderLine> = {}): StoredOrderLine => ({
  ...{ number: "1", item: "9314000021004", itemType: "SRV", description: "", codes: ["9314000021004"] },
  ...{
    ordered: 14,
    accepted: 14,
    unitPrice: 6.95,
    askedPrice: 6.95,
    levelCode: "140200002_BRN_7",
    differences: [],
  },
  written: { quantity: "14", unit: "", price: "6.95", per: "", priceUnit: "" },
  ...changed,
});

/** An ORDCHG with one line, as it is stored. */
const change = (lineItem: object) => ({
  ...{ list: "OrderChangeRequests", interchangeId: "i", place: 1, decimalMark: "." as const },
  message: {
    messageHeader: { messageIdentifier: { messageType: "ORDCHG" } },
    beginningOfMessage: {
      documentMessageIdentification: { documentIdentifier: "C1" },
      messageFunctionCode: "4",
    },
    segmentGroup27: [
      { lineItem, quantity: [{ quantityDetails: { quantityTypeCodeQualifier: "21", quantity: "5" } }] },
    ],
  },
});
const item = {
  itemNumberIdentification: { itemIdentifier: "9314000021004", itemTypeIdentificationCode: "SRV" },
};
const record = (label: string): StoredUpdateRecord => ({
  ...{ id: "r", created_at: "", message_label: label, tags: ["partner", "C1"], order_update_message: {} },
});
const content = { parties: [], currency: "" };

/** The segments of our answer's lines. */
function answered(message: ReturnType<typeof change>, label: string, lines: StoredOrderLine[]) {
  const order = { messages: [{ ...message, list: "Orders" }, message] };
  const answer = answerTo(order, record(label), { lines, records: [record(label)] });
  const code = label === "CANCELLED" ? "27" : "4";
  return responseMessage({ documentIdentifier: "PO", lines }, content, {
    identifier: "OR",
    code,
    preparedAt: "2026-11-29T10:00",
    ...answer,
  })
    .segments.filter(({ tag }) => ["LIN", "QTY", "PRI", "RFF", "FTX"].includes(tag))
    .map(({ tag, elements }) => [tag, ...elements.map((one) => [one].flat().join(":"))].join("+"));
}

test.each([
  ["its item alone", item],
  ["its number alone", { lineItemIdentifier: "1" }],
  ["both", { lineItemIdentifier: "1", ...item }],
])(
  "a change that comes too late is told what was delivered of a line that it names by %s [edi#changed-lines]",
  (_, lineItem) => {
    expect(answered(change(lineItem), refusedLabel, [line()])).toContain("QTY+113:14:");
  },
);

test("of a line that the order has not, it is told no quantity [edi#changed-lines]", () => {
  const segments = answered(change({ lineItemIdentifier: "9" }), refusedLabel, [line()]);
  expect(segments.join("'")).not.toContain("QTY+113");
});

test("an order of which every line was deleted is cancelled as asked, under the number of the change [edi#cancellation]", () => {
  const deleted = line({ isDeleted: true, ordered: 0, accepted: 0 });
  expect(answered(change({ lineItemIdentifier: "1" }), "CANCELLED", [deleted])).toEqual(
    expect.arrayContaining(["RFF+PP:C1", "FTX+ACD+++The order is cancelled as asked"]),
  );
});

test("the price that is told is the one that was agreed [edi#proved]", () => {
  const amended = line({
    askedPrice: 1,
    written: { quantity: "14", unit: "", price: "1.00", per: "", priceUnit: "" },
  });
  expect(answered(change({ lineItemIdentifier: "1" }), "CHANGED", [amended])).toContain("PRI+AAA:6.95");
});

test("an order is accepted as it is only where all of it was read [edi#covered]", () => {
  expect(initialCode([line()])).toBe("29");
  expect(initialCode([line()], [{ kind: "segment=FTX+AAI", words: "", answer: "accepted" }])).toBe("4");
  expect(initialCode([line({ differences: [{ kind: "unread", words: "It says ALC+A" }] })])).toBe("4");
});
