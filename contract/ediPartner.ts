import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediInterchange, ediInterchangeDetail, ediOrder, ediOrderDetail } from "./edi.ts";
import { itemOf, pagedListOf } from "./envelopes.ts";

/** The one action that every interchange and order has (edi#process). */
export const ediAction = "process";

/**
 * The filters of the interchange list, sent as one JSON string (calls#interchanges). Texts match any part, without
 * regard to case; a field that is left out filters nothing. `containsMessageTypesMode` says whether an interchange
 * holds at least one message of any or of each of the types; both are left out when no type is chosen (edi#contains).
 */
export const interchangeFilters = z.object({
  documentId: z.string().optional(),
  interchangeControlReference: z.string().optional(),
  documentIdentifier: z.string().optional(),
  transmissionDirection: z.string().optional(),
  acknowledged: z.boolean().optional(),
  containsMessageTypes: z.array(z.string()).optional(),
  containsMessageTypesMode: z.enum(["any", "all"]).optional(),
});
export type InterchangeFilters = z.output<typeof interchangeFilters>;

/**
 * The filters of the order list, sent as one JSON string (calls#edi-orders). Texts match any part, without regard to
 * case.
 */
export const ediOrderFilters = z.object({
  documentId: z.string().optional(),
  utopiaOrderNumber: z.string().optional(),
  ediMyerInterchangeDocumentId: z.string().optional(),
});
export type EdiOrderFilters = z.output<typeof ediOrderFilters>;

const pagedQuery = z.object({
  page: z.coerce.number().int().min(1),
  /** The filters as JSON. */
  filters: z.string().optional(),
});

export const getInterchanges = defineCall({
  name: "getInterchanges",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges",
  query: pagedQuery,
  body: undefined,
  answer: pagedListOf(ediInterchange),
});

export const getInterchange = defineCall({
  name: "getInterchange",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges/:id",
  query: undefined,
  body: undefined,
  answer: itemOf(ediInterchangeDetail),
});

/** The body is empty. The answer is not documented and may be empty too (calls#interchange-action). */
export const postInterchangeAction = defineCall({
  name: "postInterchangeAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/interchange/run",
  query: z.object({ interchange_document_id: z.string().min(1), action: z.string().min(1) }),
  body: undefined,
  answer: z.unknown(),
});

export const getPartnerOrders = defineCall({
  name: "getPartnerOrders",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/documents/orders",
  query: pagedQuery,
  body: undefined,
  answer: pagedListOf(ediOrder),
});

export const getPartnerOrder = defineCall({
  name: "getPartnerOrder",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/documents/orders/:id",
  query: undefined,
  body: undefined,
  answer: itemOf(ediOrderDetail),
});

/** As `postInterchangeAction`, for an order document. */
export const postPartnerOrderAction = defineCall({
  name: "postPartnerOrderAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/order/run",
  query: z.object({ order_document_id: z.string().min(1), action: z.string().min(1) }),
  body: undefined,
  answer: z.unknown(),
});
