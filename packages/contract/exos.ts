import { z } from "zod";
import { defineCall } from "./calls.ts";
import {
  id,
  itemOf,
  number,
  optionalList,
  optionalObject,
  pagedListOf,
  pageOfFiltered,
  text,
  time,
} from "./envelopes.ts";
import { searchText, searchTexts } from "./searchText.ts";

/** The history actions that are the catalogue of processing errors (returns#error-codes). */
export const exoErrorCodes = [
  "process:failure:unprocessable",
  "process:skip:code-unprocessable",
  "process:failure:code-not-recognised",
  "process:failure:action-not-recognised",
  "process:failure:no-matching-actions",
  "process:failure:no-matching-jobs",
  "process:failure:unhandled",
  "triage:failure:exchange-validation",
  "triage:manual-return",
  "helpdesk:submit:failure",
  "return-shipment:non-free",
  "return-shipment:submit:failure",
  "return-shipment:update:failure",
  "return-shipment:acquire-labels:failure",
  "return-shipment:store-labels:failure",
  "return-shipment:finalise-order:failure",
  "return-shipment:update:notfound",
  "return-shipment-email:send:failure",
  "return-order:items-received",
  "return-order:completed",
  "return-credit:manual-action",
  "return-complete-email:not-implemented",
  "process:stalled",
  "process:stale",
] as const;
export type ExoErrorCode = (typeof exoErrorCodes)[number];

/** The history action of a credit that has to be given by hand (returns#credit-owed). */
export const creditByHand: ExoErrorCode = "return-credit:manual-action";

export const exoStatus = z.looseObject({ code: text, stream: text, step: text });

/** An action of an EXO that the server offers now; `description` is shown where it is sent (returns#confirming). */
export const exoAction = z.looseObject({ key: z.string(), name: text, description: text });
export type ExoAction = z.output<typeof exoAction>;

/** Identifies a stored file; its other fields are private to the server. */
export const blobItem = z.looseObject({ SourceId: text });

/** A negative Quantity is a return; Cost is the unit price, Total the line price (returns#items). */
export const exchangeItem = z.looseObject({
  Title: text,
  LevelCode: text,
  Quantity: number,
  Cost: number,
  Total: number,
  ReturnReasonCode: text,
  ReturnReasonNotes: text,
  Tags: z.array(z.unknown()).nullish().catch(undefined),
  Photos: optionalList(blobItem),
});
export type ExchangeItem = z.output<typeof exchangeItem>;

/** A reference's data about its outside counterpart (returns#reference-fields); other fields are passed through. */
export const exoReferenceMeta = z.looseObject({
  consignment_id: text,
  article_id: text,
  ra_number: text,
  recipient_email: text,
  transmission_id: text,
  transmission_status: text,
  transmission_status_message: text,
});

/**
 * `type` is free; the platform's are helpdesk-ticket, return-consignment, return-label, return-slip, ap21-return-order
 * and email-transmission. The meta of a label or slip identifies its file.
 */
export const exoReference = z.looseObject({
  id: text,
  type: text,
  source: text,
  title: text,
  uri: text,
  created_at: time,
  meta: exoReferenceMeta.nullish().catch(undefined),
});
export type ExoReference = z.output<typeof exoReference>;

export const exoHistory = z.looseObject({
  action: text,
  message: text,
  created_at: time,
  // Free details; `jobs` is a JSON string of a list of job names (returns#meta-jobs), which may be malformed.
  meta: optionalObject({ jobs: z.unknown().optional(), message: text }),
});
export type ExoHistory = z.output<typeof exoHistory>;

export const exoSummary = z.looseObject({
  id,
  name: text,
  status: exoStatus.nullish().catch(undefined),
  source_store: text,
  source_type: text,
  original_order_id: text,
  ra_number: text,
  email_address: text,
  correspondence_email_address: text,
  created_at: time,
  updated_at: time,
  actions: optionalList(exoAction),
  /**
   * The credit to be given by hand, in AUD, whether a returned line that has no readable price is missing in it, and
   * since when (extension `credits`).
   */
  credit_owed: number,
  credit_owed_or_more: z.boolean().nullish().catch(undefined),
  credit_owed_at: time,
});
export type ExoSummary = z.output<typeof exoSummary>;

export const exo = exoSummary.extend({
  exchange: optionalObject({
    Customer: optionalObject({
      FirstName: text,
      LastName: text,
      Ap21CustomerCode: text,
      Ap21CustomerIdx: text,
    }),
    Items: optionalList(exchangeItem),
  }),
  references: optionalList(exoReference),
  histories: optionalList(exoHistory),
});
export type Exo = z.output<typeof exo>;

/** The sort orders of the list: by creation, or by last change. */
export const exoSorts = ["newest", "oldest", "updated", "untouched"] as const;
export type ExoSort = (typeof exoSorts)[number];

/**
 * The filters of the list, sent as one JSON string; `stores` are store names, `searchTerm` is sent for one store's list
 * only (calls#exos).
 */
export const exoFilters = z.object({
  statusCodes: searchTexts.optional(),
  stores: searchTexts.optional(),
  orderId: searchText.optional(),
  raNumber: searchText.optional(),
  emailAddress: searchText.optional(),
  searchTerm: searchText.optional(),
  /** Those with a credit to be given by hand, longest owed first (extension `credits`). */
  creditOwed: z.literal(true).optional(),
  /** Of those, the ones owed since then or later; ISO 8601. */
  creditOwedSince: z.iso.datetime().optional(),

  // Extension 'search'.
  /** It was created at or after, and before, these moments (ISO 8601). */
  createdFrom: z.iso.datetime().optional(),
  createdBefore: z.iso.datetime().optional(),
  sort: z.enum(exoSorts).optional(),
});
export type ExoFilters = z.output<typeof exoFilters>;

export const getExos = defineCall({
  name: "getExos",
  path: "/api/bc-order/v1/exos",
  query: pageOfFiltered,
  answer: pagedListOf(exoSummary),
});

export const getExo = defineCall({
  name: "getExo",
  path: "/api/bc-order/v1/exos/:id",
  answer: itemOf(exo),
});

/** The body is empty. The response is not documented and may be empty too (calls#exo-action). */
export const postExoAction = defineCall({
  name: "postExoAction",
  method: "POST",
  path: "/api/bc-order/v1/exos/:id/action/:action",
  answer: z.unknown(),
});

/** A successful response is the file itself, with its type in Content-Type, not JSON. */
export const getBlob = defineCall({
  name: "getBlob",
  path: "/api/bc-order/v1/blobs/blob",
  /** One of the two: a reference's `meta`, or a photo's blob item, each as JSON and as the server sent it. */
  query: z.object({ meta: z.string().optional(), blobitem: z.string().optional() }),
  answer: z.unknown(),
});
export type BlobQuery = z.output<typeof getBlob.query>;
