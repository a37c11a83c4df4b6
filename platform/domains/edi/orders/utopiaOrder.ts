import {
  type Address,
  billingOf,
  daysIn,
  deliveryOf,
  type Head,
  type Places,
  windowOf,
} from "#edi-orders/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";

const partnersCustomer = { ap21CustomerCode: "MYER", ap21CustomerIdx: "900001" };

const addressAs = (locationType: string, address: Address | undefined): JsonObject[] =>
  address ? [{ locationType, street2: "", ...address }] : [];

const cents = (amount: number) => Math.round(amount * 100) / 100;

export const lineItemsOf = (lines: readonly StoredOrderLine[]): JsonObject[] =>
  lines
    .filter(({ accepted, levelCode }) => accepted > 0 && levelCode !== null)
    .map(({ levelCode, accepted, description, unitPrice, days = {} }) => ({
      levelCode,
      quantity: accepted,
      description,
      colour: levelCode?.split("_")[1] ?? "",
      unitPrice,
      ...(windowOf(days).last !== undefined && { deliverBy: windowOf(days).last }),
    }));

export const totalOf = (lines: readonly StoredOrderLine[]): number =>
  cents(lines.reduce((sum, { accepted, unitPrice }) => sum + accepted * unitPrice, 0));

/** Where a Utopia order goes, who pays for it, and the day by which it has to be there, if the partner says one. */
export function deliveryIn({ parties, dates }: Head, { locations }: Places): JsonObject {
  const { last } = windowOf(daysIn(dates));
  return {
    addresses: [
      ...addressAs("billing", billingOf(parties, locations).address),
      ...addressAs("delivery", deliveryOf(parties, locations).address),
    ],
    ...(last !== undefined && { deliverBy: last }),
  };
}

/** The Utopia order of a partner's order (orders#fields). */
export function utopiaOrderOf(
  order: { documentIdentifier: string; lines: readonly StoredOrderLine[] },
  head: Head,
  { store, places }: { store: { name: string; type: string }; places: Places },
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
    ...deliveryIn(head, places),
    shipments: [],
    customer: partnersCustomer,
  };
}
