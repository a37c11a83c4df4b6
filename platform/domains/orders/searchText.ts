import type { JsonObject } from "#platform/database/schema/json.ts";
import { readDocument } from "./rules.ts";

/** What a search for an order looks through, one per line: ids, customer code, email, SKUs and con notes. */
export function searchTextOf(id: string, document: JsonObject): string {
  const { sourceId, externalSourceID, customer, lineItems, shipments } = readDocument(document);
  const texts = [
    id,
    sourceId,
    externalSourceID,
    customer?.ap21CustomerCode,
    customer?.email,
    ...(lineItems ?? []).map(({ levelCode }) => levelCode),
    ...(shipments ?? []).map(({ conNote }) => conNote),
  ];
  return [...new Set(texts.filter((text) => text))].join("\n");
}
