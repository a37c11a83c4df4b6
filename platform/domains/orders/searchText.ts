import type { JsonObject } from "#platform/database/schema/json.ts";
import { phoneDigits, searchLines } from "#platform/database/searchText.ts";
import { readDocument } from "./rules.ts";

/**
 * Search text of an order, one item per line: ids, customer code, email, SKUs and con notes; and its recipients
 * (calls#people): names, phones, and suburb, state and postcode of each address.
 */
export function searchTextOf(id: string, document: JsonObject): string {
  const { sourceId, externalSourceID, customer, lineItems, shipments, addresses } = readDocument(document);
  return searchLines([
    id,
    sourceId,
    externalSourceID,
    customer?.ap21CustomerCode,
    customer?.email,
    ...(lineItems ?? []).map(({ levelCode }) => levelCode),
    ...(shipments ?? []).map(({ conNote }) => conNote),
    customer?.name,
    phoneDigits(customer?.phone),
    ...(addresses ?? []).flatMap(({ name, phone, suburb, state, postcode }) => [
      name,
      phoneDigits(phone),
      [suburb, state, postcode].filter((part) => part).join(" "),
    ]),
  ]);
}
