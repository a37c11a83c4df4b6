import { expect, test } from "vitest";
import { judgeOrderHeader } from "./header.ts";
import type { Head } from "./message.ts";
import type { Terms } from "./terms.ts";

const party = (
  qualifier: string,
  identifier: string,
  written: Partial<Head["parties"][number]> = {},
): Head["parties"][number] => ({
  ...{ qualifier, identifier, agency: "9", names: [], references: [] },
  ...{ street: [], city: "", state: "", postcode: "", country: "" },
  ...written,
});
const geelong = { street: ["99 MOORABOOL ST"], city: "GEELONG", state: "VIC", postcode: "3220" };
const date = (qualifier: string, iso: string | undefined) => ({ qualifier, value: iso ?? "notadate", iso });
const usual: Head = {
  ...{ responseType: "", references: [], notes: [], currency: "AUD" },
  dates: [date("137", "2026-11-20"), date("63", "2026-12-06")],
  parties: [party("SU", "9399991000011"), party("ST", "9399990000156", geelong)],
  ...{ type: "ORDERS", documentName: "220", messageFunction: "9", documentIdentifier: "PO1", unread: [] },
  amounts: [{ qualifier: "79", text: "100", amount: 100 }],
  totals: [
    { qualifier: "2", value: "1" },
    { qualifier: "1", value: "10" },
  ],
};
const line = { written: { quantity: "10", unit: "PCE", price: "10", per: "", priceUnit: "" } };
const usualTerms: Terms = {
  ...{ currency: "AUD", suppliers: ["9399991000011"], price_tolerance_percent: 0, checks_stock: true },
  ...{ max_line_quantity: 10_000, max_order_value: 250_000, units: {}, header: {} },
};
const places = {
  locations: {
    "9399990000163": {
      name: "",
      street1: "1 STURT ST",
      suburb: "",
      state: "VIC",
      postcode: "3350",
      country: "AU",
    },
  },
  addressProblem: ({ state }: { state: string }) => (state === "VIC" ? undefined : "another state"),
};

type Changed = { head?: Partial<Head>; value?: number; terms?: Partial<Terms> };

const judge = ({ head, value = 100, terms = {} }: Changed) =>
  judgeOrderHeader(
    { ...usual, ...head },
    { written: [line], lines: [{ ordered: 1, unitPrice: value }] },
    places,
    { terms: { ...usualTerms, ...terms }, today: "2026-11-25" },
  ).map(({ kind, decision, words }) => [kind, decision, words].join(" · "));

test("an order as it is agreed has nothing to be decided [edi#header]", () => {
  expect(judge({})).toEqual([]);
});

test.each<[string, Changed, string]>([
  // A partner's terms take precedence, also for a case without a row.
  [
    "rush order",
    { head: { documentName: "224" }, terms: { header: { "1001=224": "refuse" } } },
    "1001=224 · refuse · It is no order (1001 is 224, Rush order)",
  ],
  [
    "copy that changes",
    { head: { messageFunction: "31" }, terms: { header: { "1225=31": "change" } } },
    "1225=31 · change · It is no original order (1225 is 31, Copy)",
  ],
  [
    "currency that is to be said",
    { head: { currency: "" }, terms: { header: { "currency=": "hold" } } },
    "currency= · hold · ",
  ],
])("%s is decided by the partner's terms [edi#header]", (_, changed, found) => {
  expect(judge(changed)).toEqual([found]);
});

test.each<[string, Changed]>([
  ["a currency that is not said", { head: { currency: "" } }],
  ["no dates, totals or amounts", { head: { dates: [], totals: [], amounts: [] } }],
  [
    "a rush order of a partner who sends them",
    { head: { documentName: "224" }, terms: { header: { "1001=224": "order" } } },
  ],
  [
    "a text that the partner's terms call irrelevant",
    {
      head: { unread: [{ key: "FTX+AAI", words: "FTX+AAI" }] },
      terms: { header: { "segment=FTX+AAI": "order" } },
    },
  ],
  [
    "a location number among the partner's locations",
    { head: { parties: [party("SU", "9399991000011"), party("DP", "9399990000163")] } },
  ],
])("%s is an order [edi#header]", (_, changed) => {
  expect(judge(changed)).toEqual([]);
});

test.each<[string, Partial<Head>, string]>([
  [
    "another state",
    { parties: [party("SU", "9399991000011"), party("ST", "", { ...geelong, state: "NSW" })] },
    "address=unreadable · hold · Its delivery address cannot be right: 99 MOORABOOL ST, GEELONG NSW 3220: another state",
  ],
  [
    "an unknown location number",
    { parties: [party("SU", "9399991000011"), party("ST", "9300000000000")] },
    "address=unknown · hold · It does not say where the goods go: the location 9300000000000 is not among those of the partner",
  ],
  [
    "two addresses",
    { parties: [...usual.parties, party("DP", "9399990000163")] },
    "address=several · hold · It names several delivery addresses: 9399990000156, 99 MOORABOOL ST, GEELONG VIC 3220; 9399990000163",
  ],
  [
    "a first day that nothing here waits for",
    { dates: [date("64", "2027-09-01")] },
    "date=early · hold · It must not be delivered before 2027-09-01, and nothing here waits for that day",
  ],
  [
    "a last day far ahead",
    { dates: [date("10", "2027-12-31")] },
    "date=far · hold · It is to be delivered on 2027-12-31, in more than a year",
  ],
  [
    "a day of despatch in the past",
    { dates: [date("38", "2026-01-01")] },
    "date=past · hold · It was to be delivered by 2026-01-01",
  ],
  [
    "what nobody reads",
    { unread: [{ key: "ALC+A", words: "ALC+A, an allowance: not read here" }] },
    "segment=ALC+A · hold · It says ALC+A, an allowance: not read here",
  ],
])("%s holds an order [edi#header, edi#address]", (_, head, found) => {
  expect(judge({ head })).toEqual([found]);
});
