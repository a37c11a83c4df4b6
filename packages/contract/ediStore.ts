import { z } from "zod";
import { defineCall } from "./calls.ts";
import { interchangeMessages } from "./edi.ts";
import {
  listOf,
  number,
  optionalList,
  optionalObject,
  positiveInteger,
  text,
  time,
  truth,
} from "./envelopes.ts";
import { searchCodes, searchText } from "./searchText.ts";

/**
 * A reference of a store's interchange or EDI order (store-edi#interchange-fields): OrderDocument (`meta.OrderNumber`),
 * InterchangeDocument (`meta.InterchangeType`, e.g. Source, and `meta.ICN`) or Blob. `id` is the partner-level
 * document's, or the blob's location.
 */
export const storeEdiReference = z.looseObject({
  id: text,
  type: text,
  createdAt: time,
  meta: optionalObject({ OrderNumber: text, InterchangeType: text, ICN: text }),
});
export type StoreEdiReference = z.output<typeof storeEdiReference>;

/**
 * An interchange of an edimarketplace store (store-edi#interchange-fields). `status` is the first of its streams'
 * states by priority (states#summary), `icn` its control reference. `id` is the partner-level document's. A text over
 * 64 KB is cut in a list (`interchangeTextCut`), unless `search` is the interchange's whole id.
 */
export const storeInterchange = z.looseObject({
  id: text,
  status: text,
  direction: text,
  icn: text,
  createdAt: time,
  references: optionalList(storeEdiReference),
  // Messages with their headings only.
  interchange: interchangeMessages.nullish().catch(undefined),
  interchangeText: text,
  interchangeTextCut: truth,
  /** Bytes of the whole text in UTF-8. */
  byteCount: number,
  /** A test (0035); absent from a service that does not say. */
  test: truth,
});
export type StoreInterchange = z.output<typeof storeInterchange>;

/** An EDI order of an edimarketplace store (store-edi#order-fields); `id` is the partner-level document's. */
export const storeEdiOrder = z.looseObject({
  id: text,
  status: text,
  orderId: text,
  references: optionalList(storeEdiReference),
  /** From a test interchange: no Utopia order is made of it. */
  test: truth,
});
export type StoreEdiOrder = z.output<typeof storeEdiOrder>;

/** Rows on a page of either list (store-edi#page-size). After a full page there may be another one. */
export const storeEdiPageSize = 10;
const maxPageSize = 100;

const pageOf = {
  storegroup: searchText,
  page: positiveInteger,
  pagesize: positiveInteger.max(maxPageSize),
};

export const getEdiInterchanges = defineCall({
  name: "getEdiInterchanges",
  path: "/api/getEdiInterchanges",
  /**
   * `search` is a part of a control number, or a whole document id; `ordernumber` a part of a Utopia order number;
   * `statuses` and `directions` are comma separated.
   */
  query: z.object({
    ...pageOf,
    search: searchText.optional(),
    ordernumber: searchText.optional(),
    statuses: searchCodes.optional(),
    directions: searchCodes.optional(),
  }),
  answer: listOf(storeInterchange),
});
export type StoreInterchangesQuery = z.output<typeof getEdiInterchanges.query>;

export const getEdiOrders = defineCall({
  name: "getEdiOrders",
  path: "/api/getEdiOrders",
  /** `search` is a part of a Utopia order number, or a whole document id; `statuses` are comma separated. */
  query: z.object({
    ...pageOf,
    search: searchText.optional(),
    statuses: searchCodes.optional(),
  }),
  answer: listOf(storeEdiOrder),
});
export type StoreEdiOrdersQuery = z.output<typeof getEdiOrders.query>;
