import { expect, test } from "vitest";
import { lineActions } from "./actions.ts";
import { merged } from "./merge.ts";
import type { PartnerLine } from "./message.ts";
import { askedLine } from "./order.ts";

const line = (number: string, item: string, quantity: string, action = "", price = "10"): PartnerLine => ({
  number,
  item,
  itemType: "SRV",
  description: "",
  codes: [item].filter(Boolean),
  written: { ...(quantity && { quantity }), ...(price && { price }) },
  days: {},
  unread: [],
  action,
});
const order = [line("1", "A", "5"), line("2", "B", "14")].map(askedLine);

/** Number, item and quantity of each line after a change, or the refusal. */
function after(...wanted: PartnerLine[]) {
  const requested = merged(order, wanted);
  return typeof requested === "string"
    ? requested
    : requested.lines.map(({ asked }) =>
        [asked.number, asked.item, asked.isDeleted ? "deleted" : asked.written.quantity].join(" "),
      );
}

test.each([
  ["a quantity", [line("2", "B", "3", "3")], ["1 A 5", "2 B 3"]],
  ["no quantity, which stays", [line("1", "A", "", "3", "9.95")], ["1 A 5", "2 B 14"]],
  ["a number alone", [line("1", "", "3", "3")], ["1 A 3", "2 B 14"]],
  ["an item alone", [line("", "B", "3", "3")], ["1 A 5", "2 B 3"]],
  ["a line less", [line("1", "A", "", "2")], ["1 A deleted", "2 B 14"]],
  ["a line more", [line("3", "C", "7", lineActions.added)], ["1 A 5", "2 B 14", "3 C 7"]],
  ["one line after the other", [line("1", "A", "2", "3"), line("1", "A", "9", "3")], ["1 A 9", "2 B 14"]],
  // Ambiguous or unknown combinations of number and item.
  ["another line's number", [line("1", "B", "3", "3")], "line 1 of the order is of 'A', and not of 'B'"],
  [
    "an added line under a number that is there",
    [line("1", "C", "5", "1")],
    "it adds a line 1, which the order has already, of 'A'",
  ],
  ["a line that is not there", [line("7", "C", "5", "3")], "the order has no line 7 of 'C'"],
  ["an item that is not there", [line("", "C", "5", "2")], "the order has no line of 'C'"],
])("a change says %s [edi#changed-lines]", (_, wanted, found) => {
  expect(after(...wanted)).toEqual(found);
});

test("a quantity without its unit leaves the unit as it is [edi#changed-lines]", () => {
  const dozens = [{ ...line("1", "A", "2"), written: { quantity: "2", unit: "DZN", price: "10" } }].map(
    askedLine,
  );
  const requested = merged(dozens, [line("1", "A", "1", "3", "")]);
  if (typeof requested === "string") throw new Error(requested);
  expect(requested.lines[0]?.asked.written).toMatchObject({ quantity: "1", unit: "DZN" });
});

test.each(["4", "5", "11"])("a line with the action %s stays as it is [edi#changed-lines]", (action) => {
  expect(after(line("1", "A", "40", action))).toEqual(["1 A 5", "2 B 14"]);
});

test("a change that matches two lines is not applied [edi#changed-lines]", () => {
  const twice = [line("1", "A", "5"), line("1", "A", "6")].map(askedLine);
  expect(merged(twice, [line("1", "A", "9", "3")])).toBe("line 1 of 'A' may be any of 2 lines");
});
