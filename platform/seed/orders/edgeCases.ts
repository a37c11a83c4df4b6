import type { JsonObject } from "#platform/database/schema/json.ts";
import type { Random } from "#platform/seed/random.ts";
import type { SeedSize, SeedStore } from "#platform/seed/stores.ts";
import { linesFrom } from "./lines.ts";
import type { OrderRow } from "./row.ts";

type Surroundings = { store: SeedStore; size: SeedSize; random: Random };
type EdgeCase = (row: OrderRow, surroundings: Surroundings) => Partial<OrderRow>;

const hostile = `<script>alert("order")</script><img src=x onerror=alert(1)> "Quoted" & 'single' \${7*7} {{7*7}}`;

const without = (document: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));

/** Marks an order by its source id, so that people find the odd ones by searching for ODD-. */
const odd = (row: OrderRow, word: string, changes: JsonObject, unwanted: string[] = []) => ({
  document: {
    ...without(row.document, ...unwanted),
    ...changes,
    sourceId: `ODD-${word}-${String(row.document.sourceId)}`,
  },
});

const entry = (row: OrderRow, action: string, message: string, meta: unknown) => ({
  action,
  message,
  createdAt: row.modified_at,
  meta,
});

/**
 * The oldest orders of every store that is large enough: what a real feed sends on its bad days. An id
 * without a source id, and an unlabelled status, are among them.
 */
export const orderEdgeCases: readonly EdgeCase[] = [
  (row) => odd(row, "NOCUSTOMER", {}, ["customer"]),
  (row) => odd(row, "NOADDRESS", {}, ["addresses"]),
  (row, { store, size, random }) => odd(row, "200LINES", { lineItems: linesFrom(store, size, 200, random) }),
  (row) => ({
    ...odd(row, "SCRIPT", {
      customer: { ap21CustomerCode: hostile, ap21CustomerIdx: "0", email: `"<b>x</b>"@customer.example` },
      addresses: [
        {
          locationType: "delivery",
          name: hostile,
          company: "</td></tr></table>",
          street1: "javascript:alert(1)",
          street2: "\u202Eright to left",
          suburb: "Ω≈ç√∫ 👟",
          postcode: "<i>",
          state: "VIC",
          country: "AU",
        },
      ],
      shipments: [
        {
          carrierCode: "X",
          carrierName: hostile,
          conNote: "<u>con</u>",
          carrierUrl: "javascript:alert(document.cookie)",
          despatchDate: "not a time",
          contents: [{ productCode: hostile, colourCode: "'", sizeCode: '"', quantity: "lots" }],
        },
      ],
    }),
    history: [entry(row, "OrderHeld", hostile, { user: hostile }), ...row.history],
  }),
  (row) => ({
    ...odd(row, "BADMETA", {}),
    history: [
      entry(row, "OrderConfirmationEmailSent", "meta is no object", "provider=Mail;status=?"),
      entry(row, "OrderConfirmationEmailSent", "meta is null", null),
      entry(row, "OrderHeld", "meta is a list", [{ user: "nobody" }, 4]),
      entry(row, "OrderHeld", "meta holds no text", { user: { name: ["deep"] }, provider: 7 }),
      ...row.history,
    ],
  }),
  (row) =>
    odd(row, "TEXTNUMBERS", {
      amountPaid: " 129.95 ",
      createdAt: Math.floor(Date.parse(row.modified_at) / 1000),
      lineItems: [{ levelCode: 10012345, quantity: "2" }],
    }),
  (row) => odd(row, "BARE", {}, Object.keys(row.document)),
  (row) => ({
    ...odd(row, "LONG", {
      customer: { ap21CustomerCode: "C".repeat(300), email: `${"long.".repeat(60)}@customer.example` },
    }),
    history: [entry(row, "OrderHeld", "A very long message. ".repeat(500), { user: "x".repeat(400) })],
  }),
  (row) => odd(row, "NULLS", { addresses: null, lineItems: null, shipments: null, paymentDetails: null }),
  (row) => odd(row, "NOLINES", { lineItems: [], paymentDetails: [], amountPaid: 0, shipments: [] }),
  (row) => ({
    document: without(row.document, "sourceId"),
    history: [],
  }),
];
