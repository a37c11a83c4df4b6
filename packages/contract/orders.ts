import { z } from "zod";
import { defineCall } from "./calls.ts";
import {
  id,
  listOf,
  number,
  optionalList,
  optionalObject,
  positiveInteger,
  text,
  time,
} from "./envelopes.ts";
import { availableAction } from "./metaproducts.ts";
import { searchCodes, searchText } from "./searchText.ts";

/** The order statuses that have a label (orders#statuses). The wire may carry others. */
export const orderStatusCodes = [
  "PROCESSING",
  "COMPLETE",
  "SUBMITTED_TO_AP21",
  "SHIPMENT_PENDING",
  "UNPROCESSABLE_PENDING",
  "UNPROCESSABLE_HARD",
  "UNPROCESSABLE_SOFT",
  "UNPROCESSABLE_FRAUD_CHECK_FAILURE",
  "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE",
  "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE",
  "UNPROCESSABLE_ZERO_DOLLAR_PAYMENT",
  "UNPROCESSABLE_PAYMENTS_NOT_BALANCED",
  "INVALID",
  "REJECTED_FRAUD",
  "UNPROCESSABLE_MANUAL_ORDER",
] as const;
export type OrderStatusCode = (typeof orderStatusCodes)[number];

export const orderLine = z.looseObject({ levelCode: text, quantity: number });
export type OrderLine = z.output<typeof orderLine>;

/** `locationType` 'delivery' is the one on the screens (orders#delivery). */
export const orderAddress = z.looseObject({
  locationType: text,
  name: text,
  company: text,
  street1: text,
  street2: text,
  suburb: text,
  postcode: text,
  state: text,
  country: text,
  phone: text,
});
export type OrderAddress = z.output<typeof orderAddress>;

export const orderShipment = z.looseObject({
  carrierCode: text,
  carrierName: text,
  conNote: text,
  carrierUrl: text,
  despatchDate: time,
  contents: z
    .array(
      z.looseObject({
        levelCode: text,
        productCode: text,
        colourCode: text,
        sizeCode: text,
        quantity: number,
      }),
    )
    .nullish()
    .catch(undefined),
});
export type OrderShipment = z.output<typeof orderShipment>;

export const orderHistoryItem = z.looseObject({
  action: text,
  message: text,
  createdAt: time,
  meta: z.unknown().optional(),
});
export type OrderHistoryItem = z.output<typeof orderHistoryItem>;

export const orderDocument = z.looseObject({
  sourceId: text,
  externalSourceID: text,
  sourceStore: text,
  sourceType: text,
  createdAt: time,
  amountPaid: number,
  lineItems: optionalList(orderLine),
  paymentDetails: z
    .array(z.looseObject({ accountType: text }))
    .nullish()
    .catch(undefined),
  addresses: optionalList(orderAddress),
  shipments: optionalList(orderShipment),
  customer: optionalObject({
    ap21CustomerCode: text,
    ap21CustomerIdx: text,
    email: text,
    name: text,
    phone: text,
  }),
});
export type OrderDocument = z.output<typeof orderDocument>;

/** `_ts` is when the record was modified, in epoch seconds (orders#fields). */
export const orderRecord = z.looseObject({
  id,
  status: text,
  availableActions: optionalList(availableAction),
  retryCount: number,
  nextRetrySchedule: time,
  _ts: number,
  history: optionalList(orderHistoryItem),
  order: orderDocument.nullish().catch(undefined),
});
export type OrderRecord = z.output<typeof orderRecord>;

/** Rows on a page (orders#page-size). After a full page there may be another one. */
export const orderPageSize = 20;
/** Rows per export request: the largest page that the platform serves. */
export const orderExportPageSize = 1000;

/** The sort orders of the list: by creation, or by amount paid; equal ones by arrival. */
export const orderSorts = ["newest", "oldest", "highest", "lowest"] as const;
export type OrderSort = (typeof orderSorts)[number];

export const getOrders = defineCall({
  name: "getOrders",
  path: "/api/getorders",
  /** `storegroup` empty: all stores. `statuses`: status codes, comma separated. */
  query: z.object({
    storegroup: searchText,
    page: positiveInteger,
    pagesize: positiveInteger.max(orderExportPageSize),
    orderQuery: searchText.optional(),
    statuses: searchCodes.optional(),

    // Extension 'search'.
    /** It was created at or after, and before, these moments (ISO 8601). */
    createdFrom: z.iso.datetime().optional(),
    createdBefore: z.iso.datetime().optional(),
    sort: z.enum(orderSorts).optional(),
  }),
  answer: listOf(orderRecord),
});
export type OrdersQuery = z.output<typeof getOrders.query>;
