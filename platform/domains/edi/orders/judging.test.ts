import { expect, test } from "vitest";
import { ediTerms } from "#contract/ediTerms.ts";
import { judgeOrderHeader } from "./judging.ts";
import { type OrderHead, storedLine } from "./message.ts";

const party = (identifier: string): OrderHead["parties"][number] => ({
  ...{ qualifier: "SU", identifier, agency: "9", names: [], references: [] },
  ...{ street: [], city: "", state: "", postcode: "", country: "" },
});
const date = (qualifier: string, iso: string | undefined) => ({ qualifier, value: iso ?? "notadate", iso });
const usual: OrderHead = {
  ...{ responseType: "", references: [], notes: [], currency: "AUD" },
  dates: [date("137", "2026-11-20"), date("63", "2026-12-06")],
  parties: [party("9399991000011")],
  amounts: [{ qualifier: "79", text: "100", amount: 100 }],
  totals: [
    { qualifier: "2", value: "1" },
    { qualifier: "1", value: "10" },
  ],
};
const heading = { documentName: "220", messageFunction: "9", documentIdentifier: "PO1" };
const line = storedLine({
  ...{ number: "1", item: "A", itemType: "SRV", description: "", codes: ["A"], action: "" },
  written: { quantity: "10", unit: "PCE", price: "10", per: "", priceUnit: "" },
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
  // A partner's terms take precedence, also for a case without a row.
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
])("%s is decided by the partner's terms [edi#header]", (_, changed, found) => {
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
