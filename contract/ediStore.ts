import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediMessage } from "./edi.ts";
import { listOf, looseText, readableListOf } from "./envelopes.ts";

const text = looseText.catch(undefined);
const time = z.union([z.string(), z.number()]).nullish().catch(undefined);
const number = z.union([z.number(), z.string()]).nullish().catch(undefined);
const truth = z.boolean().nullish().catch(undefined);
const messages = readableListOf(ediMessage).nullish().catch(undefined);

/**
 * What a store's interchange or EDI order leads to (2 §3): OrderDocument (`meta.OrderNumber`),
 * InterchangeDocument (`meta.InterchangeType`, e.g. Source, and `meta.ICN`) or Blob. `id` is the partner-level
 * document's, or where the blob lies.
 */
export const storeEdiReference = z.looseObject({
  id: text,
  type: text,
  createdAt: time,
  meta: z.looseObject({ OrderNumber: text, InterchangeType: text, ICN: text }).nullish().catch(undefined),
});
export type StoreEdiReference = z.output<typeof storeEdiReference>;

/**
 * An interchange of an edimarketplace store (2 §3). `status` is the first of its streams' states by 2 §2.6,
 * `icn` its control reference. `id` is the partner-level document's. A text over 64 KB is cut in a list
 * (`interchangeTextCut`), unless `search` is the interchange's whole id.
 */
export const storeInterchange = z.looseObject({
  id: text,
  status: text,
  direction: text,
  icn: text,
  createdAt: time,
  references: readableListOf(storeEdiReference).nullish().catch(undefined),
  // Messages with their headings only.
  interchange: z
    .looseObject({
      orders: messages,
      orderResponses: messages,
      controls: messages,
      despatchAdvices: messages,
      inventoryReports: messages,
      orderChangeRequests: messages,
    })
    .nullish()
    .catch(undefined),
  interchangeText: text,
  interchangeTextCut: truth,
  /** Of the whole text in UTF-8. */
  byteCount: number,
});
export type StoreInterchange = z.output<typeof storeInterchange>;

/** An EDI order of an edimarketplace store (2 §3); `id` is the partner-level document's. */
export const storeEdiOrder = z.looseObject({
  id: text,
  status: text,
  orderId: text,
  references: readableListOf(storeEdiReference).nullish().catch(undefined),
});
export type StoreEdiOrder = z.output<typeof storeEdiOrder>;

/** Rows on a page of either list (2 §9). A full page means that another one may follow. */
export const storeEdiPageSize = 10;
const largestPageSize = 100;

const pageOf = {
  storegroup: z.string(),
  page: z.coerce.number().int().min(1),
  pagesize: z.coerce.number().int().min(1).max(largestPageSize),
};

/**
 * `search` is a part of a control number, or a whole document id; `ordernumber` a part of a Utopia order number;
 * `statuses` and `directions` are comma separated.
 */
export const storeInterchangesQuery = z.object({
  ...pageOf,
  search: z.string().optional(),
  ordernumber: z.string().optional(),
  statuses: z.string().optional(),
  directions: z.string().optional(),
});
export type StoreInterchangesQuery = z.output<typeof storeInterchangesQuery>;

export const getEdiInterchanges = defineCall({
  name: "getEdiInterchanges",
  method: "GET",
  base: "portal",
  path: "/api/getEdiInterchanges",
  query: storeInterchangesQuery,
  body: undefined,
  answer: listOf(storeInterchange),
});

/** `search` is a part of a Utopia order number, or a whole document id; `statuses` are comma separated. */
export const storeEdiOrdersQuery = z.object({
  ...pageOf,
  search: z.string().optional(),
  statuses: z.string().optional(),
});
export type StoreEdiOrdersQuery = z.output<typeof storeEdiOrdersQuery>;

export const getEdiOrders = defineCall({
  name: "getEdiOrders",
  method: "GET",
  base: "portal",
  path: "/api/getEdiOrders",
  query: storeEdiOrdersQuery,
  body: undefined,
  answer: listOf(storeEdiOrder),
});
