import { z } from "zod";
import { ediInterchange, ediInterchangeDetail, ediOrder, ediOrderDetail } from "#contract/edi.ts";
import { controlNumberSeries, getControlNumbers, getInterchangeText } from "#contract/ediExtensions.ts";
import {
  getInterchange,
  getInterchanges,
  getPartnerOrder,
  getPartnerOrders,
  postInterchangeAction,
  postPartnerOrderAction,
} from "#contract/ediPartner.ts";
import { getEdiInterchanges, getEdiOrders, storeEdiOrder, storeInterchange } from "#contract/ediStore.ts";
import type { DocumentedCall } from "#platform/http/documentedCall.ts";
import { enterInterchanges } from "./interchanges/entry.ts";

const submitted = z.object({ submitted: z.literal(true) });

/** The EDI calls, as the OpenAPI document describes them. */
export const ediCalls: readonly DocumentedCall[] = [
  {
    call: getInterchanges,
    summary: "One page of the interchanges with the partner, the latest first; `filters` is a JSON object",
    answer: z.object({ items: z.array(ediInterchange), page: z.int(), pages: z.int() }),
    failures: [400, 401, 403],
  },
  {
    call: getInterchange,
    summary: "One interchange with its messages and what was found in it",
    answer: z.object({ item: ediInterchangeDetail }),
    failures: [401, 403, 404],
  },
  {
    call: getInterchangeText,
    summary: "The raw text of an interchange, or with form=bytes the file that it came in",
    answer: z.string(),
    failures: [400, 401, 403, 404],
    mediaType: "text/plain",
  },
  {
    call: enterInterchanges,
    summary: "Hands in a partner's file, as it is; its interchanges are processed in the background",
    answer: enterInterchanges.answer,
    failures: [400, 401, 403, 413],
    words: { 413: "The file is larger than 12 MB" },
    status: 201,
    idempotent: true,
    sends: "application/octet-stream",
  },
  {
    call: postInterchangeAction,
    summary: "Runs what is outstanding for an interchange, in the background",
    answer: submitted,
    failures: [400, 401, 403, 404, 422],
    idempotent: true,
  },
  {
    call: getPartnerOrders,
    summary: "One page of the partner's orders, the latest first; `filters` is a JSON object",
    answer: z.object({ items: z.array(ediOrder), page: z.int(), pages: z.int() }),
    failures: [400, 401, 403],
  },
  {
    call: getPartnerOrder,
    summary: "One order of the partner with its messages and the order system's words on it",
    answer: z.object({ item: ediOrderDetail }),
    failures: [401, 403, 404],
  },
  {
    call: postPartnerOrderAction,
    summary: "Runs what is outstanding for an order of the partner, in the background",
    answer: submitted,
    failures: [400, 401, 403, 404, 422],
    idempotent: true,
  },
  {
    call: getControlNumbers,
    summary: "The series of control references by partners and direction, with their gaps and duplicates",
    answer: z.array(controlNumberSeries),
    failures: [401, 403],
  },
  {
    call: getEdiInterchanges,
    summary: "One page of a store's interchanges, the latest first",
    answer: z.array(storeInterchange),
    failures: [400, 401, 403],
  },
  {
    call: getEdiOrders,
    summary: "One page of a store's EDI orders, the latest first",
    answer: z.array(storeEdiOrder),
    failures: [400, 401, 403],
  },
];
