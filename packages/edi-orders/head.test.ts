import { expect, test } from "vitest";
import { buyerProblem, changedHead, headDifferences } from "./head.ts";
import { headOf } from "./message.ts";

type Party = [qualifier: string, identifier: string, street?: string];

const head = (parties: Party[], days: Record<string, string> = {}) => ({
  ...headOf({ messageHeader: { messageIdentifier: { messageType: "ORDERS" } } }),
  parties: parties.map(([qualifier, identifier, street]) => ({
    ...{
      qualifier,
      identifier,
      agency: "9",
      names: [],
      references: [],
      state: "",
      postcode: "",
      country: "",
    },
    ...{ street: street ? [street] : [], city: street ? "GEELONG" : "" },
  })),
  dates: Object.entries(days).map(([qualifier, iso]) => ({ qualifier, value: iso, iso })),
});

const order = head(
  [
    ["BY", "1", "12 HARBOUR ST"],
    ["ST", "2", "99 MOORABOOL ST"],
  ],
  { "63": "2026-12-15", "137": "2026-11-20" },
);

test("a change of the address or the day is carried out, and says what it changes [edi#changed-lines]", () => {
  const after = changedHead(
    order,
    head([["ST", "3", "1 STURT ST"]], { "63": "2027-01-15", "137": "2026-11-21" }),
  );
  expect(after.parties.map(({ qualifier, identifier }) => `${qualifier} ${identifier}`)).toEqual([
    "BY 1",
    "ST 3",
  ]);
  expect(after.dates.map(({ qualifier, iso }) => `${qualifier} ${iso}`)).toEqual([
    "137 2026-11-20",
    "63 2027-01-15",
  ]);
  expect(headDifferences(order, after)).toEqual([
    "its delivery address is 3, 1 STURT ST, GEELONG instead of 2, 99 MOORABOOL ST, GEELONG",
    "its day (DTM+63) is 2027-01-15 instead of 2026-12-15",
  ]);
});

test.each<[string, Party[]]>([
  ["nothing of it", []],
  ["the buyer by its number", [["BY", "1"]]],
  ["the same location by its number", [["ST", "2"]]],
])("a change that says %s leaves the address as it is [edi#changed-lines]", (_, parties) => {
  expect(headDifferences(order, changedHead(order, head(parties)))).toEqual([]);
});

test("a change of another buyer is none of this order [edi#changed-lines]", () => {
  expect(buyerProblem(order, head([["BY", "9"]]))).toEqual(["it names another buyer, 9, than the order"]);
  expect(buyerProblem(order, head([["BY", "1"]]))).toEqual([]);
});
