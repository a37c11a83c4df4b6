import { expect, test } from "vitest";
import { personFinder } from "#contract/personNames.ts";
import { erased, erasedFields, namesIn } from "./erasure.ts";

const place = { suburb: "Melbourne", postcode: "3000" };
const order = {
  ...{ sourceId: "10100042", amountPaid: "59.95", shipments: [{ conNote: "99100421" }] },
  customer: {
    ...{ email: "mei@customer.example", name: "Mei Brown", phone: "0400 000 111" },
    ...{ ap21CustomerCode: "C000123", ap21CustomerIdx: "10042" },
  },
  addresses: [
    { locationType: "delivery", name: "Mei Brown", company: "Clarks", street1: "1 Collins Street", ...place },
  ],
  lineItems: [{ levelCode: "1020_BROWN_8", description: "Brown loafer" }],
};
const names = namesIn([order], ["mei@customer.example"]);
const find = personFinder(names);
const inTheirs = (text: string) => find(text, true);

test("goods, numbers, amounts, suburb and postcode stay, whatever the customer is called [privacy#platform]", () => {
  const clean = erased(order, erasedFields.order, inTheirs);
  const gone = "[forgotten]";
  const customer = Object.fromEntries(Object.keys(order.customer).map((field) => [field, gone]));
  const address = { locationType: "delivery", name: gone, company: gone, street1: gone, ...place };
  expect(clean).toEqual({ ...order, customer, addresses: [address] });
  expect(erased(clean, erasedFields.order, inTheirs)).toEqual(clean);
});

test("texts by people and companies are erased where they name the customer, and stay where they do not [privacy#platform]", () => {
  const entry = { action: "OrderShipped", message: "Collected order 99100421", meta: { user: "Mei Clerk" } };
  const sent = { message: "Sent to MEI@customer.example", meta: { email: "mei@customer.example" } };
  const mail = { action: "Mail", ...sent };
  const typed = { action: "Cancelled", message: "Cancel: she rang", meta: { user: "c", note: "she rang" } };
  expect(erased([entry, mail, typed], erasedFields.orderHistory, inTheirs)).toEqual([
    entry,
    { action: "Mail", message: "[forgotten]", meta: { email: "[forgotten]" } },
    { action: "Cancelled", message: "[forgotten]", meta: { user: "c", note: "[forgotten]" } },
  ]);
});

test("in unknown fields texts are erased and numbers stay [privacy#platform]", () => {
  const unknown = { gift: { to: "Zoe", wrapped: true, price: 5 }, weight: 2 };
  expect(erased(unknown, erasedFields.order, inTheirs)).toEqual({
    gift: { to: "[forgotten]", wrapped: true, price: 5 },
    weight: 2,
  });
});

test("a customer's own words and photos go [privacy#platform]", () => {
  const item = { Title: "Loafer", ReturnReasonNotes: "I am ill", Photos: [{ SourceId: "p" }] };
  expect(erased({ exchange: { Items: [item] } }, erasedFields.exo, () => false)).toEqual({
    exchange: { Items: [{ Title: "Loafer", ReturnReasonNotes: "[forgotten]", Photos: [] }] },
  });
});

test("elsewhere somebody is found by address, full name, phone or code, as whole words only", () => {
  for (const text of ["for mei brown,", "MEI@customer.example", "rang 0400000111", "(C000123)"])
    expect(find(text), text).toBe(true);
  for (const text of ["Brown loafer", "Mei", "xmei@customer.example", "C0001234", "order 10042", ""])
    expect(find(text), text).toBe(false);
  expect(find("Ms Brown rang", true)).toBe(true);
});
