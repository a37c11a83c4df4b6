import { expect, test } from "vitest";
import { ediTerms } from "#contract/ediTerms.ts";
import { judgeOrderHeader } from "./judgeHeader.ts";
import { storedLine } from "./lines.ts";
import type { OrderHead } from "./message.ts";

const party = (identifier: string): OrderHead["parties"][number] => ({
  qualifier: "SU",
  identifier,
  agency: "9",
  names: [],
  street: [],
  city: "",
  state: "",
  postcode: "",
  country: "",
  references: [],
});
const date = (qualifier: string, iso: string | undefined) => ({
  qualifier,
  value: iso ?? "notadate",
  format: "102",
  ...(iso && { iso }),
});
const usual: OrderHead = {
  responseType: "",
  dates: [date("137", "2026-11-20"), date("63", "2026-12-06")],
  references: [],
  parties: [party("9399991000011")],
  currency: "AUD",
  notes: [],
  amounts: [{ qualifier: "79", text: "100", amount: 100, currency: "AUD" }],
  totals: [
    { qualifier: "2", value: "1" },
    { qualifier: "1", value: "10" },
  ],
};
const heading = { documentName: "220", messageFunction: "9", documentIdentifier: "PO1" };
const line = storedLine({
  number: "1",
  item: "A",
  itemType: "SRV",
  description: "",
  codes: ["A"],
  written: { quantity: "10", unit: "PCE", price: "10", per: "", priceUnit: "" },
  action: "",
});

type Changed = {
  head?: Partial<OrderHead>;
  heading?: Partial<typeof heading>;
  value?: number;
  terms?: object;
};

const judge = ({ head, heading: other, value = 100, terms = {} }: Changed) =>
  judgeOrderHeader(
    { ...heading, ...other },
    { ...usual, ...head },
    { written: [line], lines: [{ ...line, ordered: 1, unitPrice: value }] },
    { terms: ediTerms.parse(terms), today: "2026-11-25" },
  ).map(({ kind, decision, words }) => [kind, decision, words].join(" · "));

test("an order as it is agreed has nothing to be decided [edi#header]", () => {
  expect(judge({})).toEqual([]);
});

test.each<[string, Changed, string]>([
  [
    "blanket order",
    { heading: { documentName: "221" } },
    "1001=* · hold · It is no order (1001 is 221, Blanket order)",
  ],
  ["no type", { heading: { documentName: "" } }, "1001= · hold · It does not say what document it is (1001)"],
  [
    "cancellation",
    { heading: { messageFunction: "1" } },
    "1225=1 · cancel · It cancels an order (1225 is 1)",
  ],
  ["change", { heading: { messageFunction: "4" } }, "1225=4 · hold · It changes an order (1225 is 4)"],
  ["replacement", { heading: { messageFunction: "5" } }, "1225=5 · hold · It replaces an order (1225 is 5)"],
  [
    "duplicate",
    { heading: { messageFunction: "7" } },
    "1225=* · hold · It is no original order (1225 is 7, Duplicate)",
  ],
  [
    "copy",
    { heading: { messageFunction: "31" } },
    "1225=* · hold · It is no original order (1225 is 31, Copy)",
  ],
  [
    "no function",
    { heading: { messageFunction: "" } },
    "1225= · hold · It does not say whether it is an original order (1225)",
  ],
  ["no number", { heading: { documentIdentifier: " " } }, "number= · hold · It has no order number (1004)"],
  [
    "long number",
    { heading: { documentIdentifier: "P".repeat(36) } },
    "number=long · hold · Its order number (1004) is longer than 35 characters",
  ],
  ["currency", { head: { currency: "USD" } }, "currency=* · hold · Its prices are in USD"],
  [
    "supplier",
    { head: { parties: [party("9300000000008")] } },
    "supplier=* · hold · It is an order to another supplier: 9300000000008",
  ],
  ["no supplier", { head: { parties: [] } }, "supplier= · hold · It names no supplier (NAD+SU)"],
  [
    "past date",
    { head: { dates: [date("63", "2020-01-02")] } },
    "date=past · hold · It was to be delivered by 2020-01-02",
  ],
  [
    "far date",
    { head: { dates: [date("2", "2062-01-02")] } },
    "date=far · hold · It is to be delivered on 2062-01-02, in more than a year",
  ],
  [
    "crossed dates",
    { head: { dates: [date("64", "2026-12-24"), date("63", "2026-12-06")] } },
    "date=crossed · hold · Its first day of delivery comes after its last: 2026-12-24, 2026-12-06",
  ],
  [
    "unreadable date",
    { head: { dates: [date("137", undefined)] } },
    "date=unreadable · hold · A date of it cannot be read: notadate",
  ],
  [
    "lines",
    { head: { totals: [{ qualifier: "2", value: "9" }] } },
    "count=wrong · hold · Its control total (CNT) does not agree: it says 9 lines, there are 1",
  ],
  [
    "units",
    { head: { totals: [{ qualifier: "1", value: "11" }] } },
    "count=wrong · hold · Its control total (CNT) does not agree: it says 11 units, there are 10",
  ],
  [
    "total",
    { head: { amounts: [{ qualifier: "86", text: "99.95", amount: 99.95, currency: "AUD" }] } },
    "total=wrong · hold · Its total (MOA) does not agree: it says 99.95, the lines come to 100.00",
  ],
  [
    "value",
    { value: 250_001 },
    "value=above · hold · Its lines come to more than the partner may order at once: 250001.00",
  ],
  // A partner's own terms come first, also for a case that has no row.
  [
    "rush order",
    { heading: { documentName: "224" }, terms: { header: { "1001=224": "refuse" } } },
    "1001=224 · refuse · It is no order (1001 is 224, Rush order)",
  ],
  [
    "copy that changes",
    { heading: { messageFunction: "31" }, terms: { header: { "1225=31": "change" } } },
    "1225=31 · change · It is no original order (1225 is 31, Copy)",
  ],
  [
    "currency that is to be said",
    { head: { currency: "" }, terms: { header: { "currency=": "hold" } } },
    "currency= · hold · ",
  ],
])("%s is decided by the table [edi#header]", (_, changed, found) => {
  expect(judge(changed)).toEqual([found]);
});

test.each<[string, Changed]>([
  ["a currency that is not said", { head: { currency: "" } }],
  ["no dates, totals or amounts", { head: { dates: [], totals: [], amounts: [] } }],
  [
    "a rush order of a partner who sends them",
    { heading: { documentName: "224" }, terms: { header: { "1001=224": "order" } } },
  ],
])("%s is an order [edi#header]", (_, changed) => {
  expect(judge(changed)).toEqual([]);
});
