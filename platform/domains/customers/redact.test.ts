import { expect, test } from "vitest";
import { namesIn, redacted } from "./redact.ts";

const document = {
  sourceId: "10100042",
  amountPaid: "59.95",
  customer: {
    email: "mei@customer.example",
    name: "Mei Tan",
    phone: "0400 000 111",
    ap21CustomerCode: "C000123",
  },
  addresses: [
    {
      locationType: "delivery",
      name: "Mei Tan",
      street1: "1 Collins Street",
      suburb: "Melbourne",
      postcode: "3000",
    },
  ],
  lineItems: [{ levelCode: "10200001_BLK_8", description: "Loafer", name: "Tan Loafer" }],
};

test("of a customer suburb and postcode stay; goods, numbers and amounts stay as they are", () => {
  const names = namesIn([document], ["mei@customer.example"]);
  const clean = redacted(document, names);
  expect(JSON.stringify(clean)).not.toMatch(/mei|collins|0400|C000123/i);
  expect(clean).toMatchObject({
    sourceId: "10100042",
    amountPaid: "59.95",
    addresses: [{ locationType: "delivery", name: "[forgotten]", suburb: "Melbourne", postcode: "3000" }],
    lineItems: document.lineItems,
  });
  expect(redacted(clean, names)).toEqual(clean);
});

test("names are blotted out in what others wrote, in any case, and no more than they", () => {
  const names = namesIn([document], ["mei@customer.example"]);
  const history = [
    { message: "Confirmation to MEI@customer.example, asked by Mei Tan", meta: { by: "Meinhard" } },
  ];
  expect(redacted(history, names)).toEqual([
    { message: "Confirmation to [forgotten], asked by [forgotten]", meta: { by: "Meinhard" } },
  ]);
});

test("a customer's own words and photos go", () => {
  const exchange = {
    Items: [{ Title: "Loafer", ReturnReasonNotes: "I am ill", Photos: [{ SourceId: "p" }] }],
  };
  expect(redacted({ exchange }, [])).toEqual({
    exchange: { Items: [{ Title: "Loafer", ReturnReasonNotes: "[forgotten]", Photos: [] }] },
  });
});
