import { type Address, billingOf, deliveryOf, type Head, type Places } from "#edi-orders/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";

const partnersCustomer = { ap21CustomerCode: "MYER", ap21CustomerIdx: "900001" };

const addressAs = (locationType: string, address: Address | undefined): JsonObject[] =>
  address ? [{ locationType, street2: "", ...address }] : [];

const cents = (amount: number) => Math.round(amount * 100) / 100;

export const lineItemsOf = (lines: readonly StoredOrderLine[]): JsonObject[] =>
  lines
    .filter(({ accepted, levelCode }) => accepted > 0 && levelCode !== null)
    .map(({ levelCode, accepted, description, unitPrice }) => ({
      levelCode,
      quantity: accepted,
      description,
      colour: levelCode?.split("_")[1] ?? "",
      unitPrice,
    }));

export const totalOf = (lines: readonly StoredOrderLine[]): number =>
  cents(lines.reduce((sum, { accepted, unitPrice }) => sum + accepted * unitPrice, 0));

/** The Utopia order of a partner's order (orders#fields). */
export function utopiaOrderOf(
  order: { documentIdentifier: string; lines: readonly StoredOrderLine[] },
  { parties }: Head,
  { store, places: { locations } }: { store: { name: string; type: string }; places: Places },
  sourceId: string,
  at: Date,
): JsonObject {
  const amount = totalOf(order.lines);
  return {
    sourceId,
    externalSourceID: order.documentIdentifier,
    sourceStore: store.name,
    sourceType: store.type,
    createdAt: at.toISOString(),
    amountPaid: amount,
    lineItems: lineItemsOf(order.lines),
    paymentDetails: [{ accountType: "edi", amount }],
    addresses: [
      ...addressAs("billing", billingOf(parties, locations).address),
      ...addressAs("delivery", deliveryOf(parties, locations).address),
    ],
    shipments: [],
    customer: partnersCustomer,
  };
}
