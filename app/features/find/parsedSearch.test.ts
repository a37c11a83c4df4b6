import { describe, expect, test } from "vitest";
import { holds, names, parseSearch } from "./parsedSearch.ts";

describe("kinds of input [find#shapes]", () => {
  test.each([
    ["10100449", { text: "10100449", code: "10100449", isWords: false }],
    ["#VOL10164", { text: "VOL10164", code: "VOL10164" }],
    ["  # vol 10164 ", { text: "vol 10164", code: "vol10164" }],
    ["order 10100449", { text: "10100449", only: ["orders", "ediOrders"] }],
    ["Order no. 10100449", { text: "10100449" }],
    ["EXO-000622", { exoName: "EXO-000622" }],
    ["exo 622", { exoName: "EXO-000622" }],
    ["exo#000622", { exoName: "EXO-000622" }],
    ["return EXO-622", { exoName: "EXO-000622", only: ["returns"] }],
    ["RA# 100234", { raNumber: "RA100234" }],
    ["ra100234", { raNumber: "RA100234" }],
    ["e973a4be-0000-4000-8000-000000000266", { id: "e973a4be-0000-4000-8000-000000000266" }],
    ["Zoe.Muller12@Customer.example", { email: "Zoe.Muller12@Customer.example", isWords: false }],
    ["0491 123 456", { phone: "491123456" }],
    ["+61 (4)91 123-456", { phone: "491123456" }],
    ["03 9123 4567", { phone: "391234567" }],
    ["zoë müller", { text: "zoë müller", isWords: true }],
    ["Richmond 3121", { text: "Richmond 3121", isWords: false }],
    ["3121", { code: "3121" }],
    ["SIM 123 456 789", { code: "SIM123456789" }],
    ["AUS123456789", { code: "AUS123456789" }],
    ["10012345_BLK_8", { code: "10012345_BLK_8" }],
    ["9312345678907", { barcode: "9312345678907" }],
    ["93 12345 678907", { barcode: "9312345678907" }],
    ["(00) 3 9312345 000000012 4", { sscc: "393123450000000124" }],
    ["393123450000000124", { sscc: "393123450000000124" }],
    ["PO: 4500012345", { text: "4500012345", only: ["ediOrders", "interchanges", "orders"] }],
    ["interchange 42", { text: "42", only: ["interchanges"] }],
    ["rule winter sale", { text: "winter sale", only: ["rules", "pages"] }],
    ["store clarks", { text: "clarks", only: ["stores", "pages"] }],
    ["returns clarks", { text: "returns clarks", isWords: true }],
    ["name order", { text: "order", whole: "name order", only: ["orders", "returns", "pages"] }],
    ["retry EXO-000622", { action: { verb: "retry", participle: "retried" }, exoName: "EXO-000622" }],
    ["Hold #10100449", { action: { verb: "hold" }, code: "10100449" }],
    ["on hold EXO-000622", { action: { verb: "hold" }, exoName: "EXO-000622" }],
    ["given exo 622", { action: { verb: "given" }, exoName: "EXO-000622" }],
    ["approve 10100449", { action: { verb: "approve" }, code: "10100449" }],
    ["$485.80", { amount: 48_580 }],
    ["1,485.80", { amount: 148_580 }],
    ["$485", { amount: 48_500 }],
  ])("%s", (typed, requested) => expect(parseSearch(typed)).toMatchObject(requested));

  test.each(["Richmond 3121", "Unit 5", "9312345678908", "winter sale", "returns clarks", ""])(
    "is no action and no barcode: %s",
    (typed) => {
      const { action, barcode } = parseSearch(typed);
      expect([action, barcode]).toEqual([undefined, undefined]);
    },
  );

  test.each(["Richmond 3121", "zoë müller", "name@example.com"])("is no code: %s", (typed) =>
    expect(parseSearch(typed).code).toBeUndefined(),
  );
});

test("a record is named whole, without regard to case, blanks, signs and marks", () => {
  expect(names(parseSearch("# vol 10164"), "x", "VOL10164")).toBe(true);
  expect(names(parseSearch("exo 622"), "EXO-000622")).toBe(true);
  expect(names(parseSearch("muller"), "Müller")).toBe(true);
  expect(names(parseSearch("VOL1016"), "VOL10164", "")).toBe(false);
  expect(names(parseSearch(""), "")).toBe(false);
});

test("words are found in any order, over several texts", () => {
  expect(holds(parseSearch("returns clarks"), "Clarks", "Returns and Exchanges")).toBe(true);
  expect(holds(parseSearch("clarks labels"), "Clarks", "Returns and Exchanges")).toBe(false);
  expect(holds(parseSearch(""), "Clarks")).toBe(false);
});
