import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediInterchange, ediInterchangeDetail, ediOrder, ediOrderDetail } from "./edi.ts";
import { ediActionQuery } from "./ediActions.ts";
import { ediOrderAnswer } from "./ediReview.ts";
import { itemOf, pagedListOf, pageOfFiltered } from "./envelopes.ts";
import { searchText, searchTexts } from "./searchText.ts";

/** Past its due time, or due in the next hour. */
const ediDue = z.enum(["late", "hour"]);
export type EdiDue = z.output<typeof ediDue>;

/** A moment with its offset, e.g. 2026-11-20T00:00:00Z. */
const moment = z.iso.datetime({ offset: true });

/**
 * The filters of the interchange list, sent as one JSON string (calls#interchanges). Texts match any part,
 * case-insensitive; a field that is left out filters nothing. `containsMessageTypesMode` says whether an interchange
 * contains at least one message of any or of each of the types; both are left out when no type is chosen
 * (edi#contains). Matches of `acknowledged: false`: edi#unacknowledged.
 */
export const interchangeFilters = z.object({
  documentId: searchText.optional(),
  interchangeControlReference: searchText.optional(),
  documentIdentifier: searchText.optional(),
  transmissionDirection: searchText.optional(),
  acknowledged: z.boolean().optional(),
  containsMessageTypes: searchTexts.optional(),
  containsMessageTypesMode: z.enum(["any", "all"]).optional(),

  // Extension 'edi-desk'.
  /** The first of its streams' states by priority (states#summary); any of these. */
  states: searchTexts.optional(),
  /**
   * A partner's whole identification: the recipient (0010) of an outbound interchange, the sender (0004) of all others.
   */
  partner: searchText.optional(),
  fileName: searchText.optional(),
  /** A part of a package number in one of its despatch advices, e.g. its SSCC, also in its printed form. */
  packageNumber: searchText.optional(),
  test: z.boolean().optional(),
  /** It was created at or after, and before, these moments (ISO 8601). */
  createdFrom: moment.optional(),
  createdBefore: moment.optional(),
  /** Its acknowledgement is owed to us and has not arrived. */
  owedByPartner: z.boolean().optional(),
  /** It was refused as a whole, or has a refused message, and nobody has dealt with that. */
  hasRefusedMessages: z.boolean().optional(),
  /** It is on hold, and its partner is unknown. */
  hasUnknownPartner: z.boolean().optional(),
  sort: z.enum(["newest", "oldest"]).optional(),

  // Extension 'edi-desk'.
  /** Its acknowledgement is owed to us, and late or soon due. */
  due: ediDue.optional(),
});
export type InterchangeFilters = z.output<typeof interchangeFilters>;

/**
 * The filters of the order list, sent as one JSON string (calls#edi-orders). Texts match any part, case-insensitive.
 */
export const ediOrderFilters = z.object({
  documentId: searchText.optional(),
  utopiaOrderNumber: searchText.optional(),
  ediMyerInterchangeDocumentId: searchText.optional(),

  // Extension 'edi-desk'.
  states: searchTexts.optional(),
  /** The whole identification (0004) of the buyer. */
  partner: searchText.optional(),
  /** A part of the partner's order number (1004). */
  documentIdentifier: searchText.optional(),
  /** A part of the number of an advised package, e.g. its SSCC, also in its printed form. */
  packageNumber: searchText.optional(),
  createdFrom: moment.optional(),
  createdBefore: moment.optional(),
  /** We owe the partner its order response, or a despatch advice. */
  owes: z.enum(["response", "despatch"]).optional(),

  // Extension 'edi-desk'.
  test: z.boolean().optional(),
  /** Why it waits. */
  heldFor: z.enum(["confirmation", "duplicate"]).optional(),
  sort: z.enum(["newest", "oldest"]).optional(),

  // Extension 'edi-desk'.
  /** A duty of ours is late or soon due: the one in `owes`, else the order response or a despatch advice. */
  due: ediDue.optional(),
});
export type EdiOrderFilters = z.output<typeof ediOrderFilters>;

export const getInterchanges = defineCall({
  name: "getInterchanges",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges",
  query: pageOfFiltered,
  answer: pagedListOf(ediInterchange),
});

export const getInterchange = defineCall({
  name: "getInterchange",
  base: "edi",
  path: "/api/bc-myer/v1/documents/interchanges/:id",
  answer: itemOf(ediInterchangeDetail),
});

/**
 * The body is empty. `reason` is for an action that needs one, which only a service with offered actions has. The
 * response is not documented and may be empty too (calls#interchange-action).
 */
export const postInterchangeAction = defineCall({
  name: "postInterchangeAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/interchange/run",
  query: z.object({ interchange_document_id: z.string().min(1), ...ediActionQuery.shape }),
  answer: z.unknown(),
});

export const getPartnerOrders = defineCall({
  name: "getPartnerOrders",
  base: "edi",
  path: "/api/bc-myer/v1/documents/orders",
  query: pageOfFiltered,
  answer: pagedListOf(ediOrder),
});

export const getPartnerOrder = defineCall({
  name: "getPartnerOrder",
  base: "edi",
  path: "/api/bc-myer/v1/documents/orders/:id",
  answer: itemOf(ediOrderDetail),
});

/** As `postInterchangeAction`, for an order document. The body is for an action that takes lines. */
export const postPartnerOrderAction = defineCall({
  name: "postPartnerOrderAction",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/actions/order/run",
  query: z.object({ order_document_id: z.string().min(1), ...ediActionQuery.shape }),
  body: ediOrderAnswer.optional(),
  answer: z.unknown(),
});
