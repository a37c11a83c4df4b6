import type { PartySummary } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { addressProblem } from "#platform/domains/orders/rules.ts";
import { type OrderHead, partyIn } from "./message.ts";

const partnersWarehouse = {
  street1: "800 Dockside Road",
  suburb: "Altona North",
  state: "VIC",
  postcode: "3025",
  country: "AU",
};

const partnersCustomer = { ap21CustomerCode: "MYER", ap21CustomerIdx: "900001" };

function addressOf(locationType: string, party: PartySummary | undefined): JsonObject {
  const name = storable(party?.names.join(" ") || "Myer");
  const given = {
    street1: storable(party?.street.join(" ") ?? ""),
    suburb: storable(party?.city ?? ""),
    state: storable(party?.state ?? ""),
    postcode: storable(party?.postcode ?? ""),
    country: storable(party?.country ?? "AU"),
  };
  const isKnown = addressProblem({ locationType, ...given }) === undefined;
  const place = isKnown ? given : partnersWarehouse;
  const location = party?.identifier ? `Location ${storable(party.identifier, 35)}` : "";
  return { locationType, name, company: location, street2: "", ...place };
}

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
  content: OrderHead,
  store: { name: string; type: string },
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
      addressOf("billing", partyIn(content.parties, "IV", "BY")),
      addressOf("delivery", partyIn(content.parties, "ST", "DP", "UC", "BY")),
    ],
    shipments: [],
    customer: partnersCustomer,
  };
}
