import { randomUUID } from "node:crypto";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { platformName } from "#platform/domains/history.ts";

const reference = (
  type: string,
  title: string,
  meta: JsonObject,
  at: Date,
  uri: string | null = null,
): StoredEdiReference => ({
  id: randomUUID(),
  type,
  title,
  source: platformName,
  uri,
  created_at: at.toISOString(),
  meta,
});

/** A reference to an interchange document. */
export const interchangeReference = (type: string, title: string, id: string, at: Date): StoredEdiReference =>
  reference(type, title, { "interchange-document-id": id }, at);

/** A reference to an order document. */
export const documentReference = (type: string, title: string, id: string, at: Date): StoredEdiReference =>
  reference(type, title, { "order-document-id": id }, at);

/** A reference to a Utopia order. */
export const orderReference = (orderNumber: string, orderId: string, at: Date): StoredEdiReference =>
  reference(
    "utopia-order",
    `Utopia order ${orderNumber}`,
    { "order-number": orderNumber, "order-id": orderId },
    at,
  );

/** Where the file of an outbound interchange was put. */
export const fileReference = (location: string, at: Date): StoredEdiReference =>
  reference("outbound-interchange-blob-store-file", "Transmitted file", { location }, at, location);
