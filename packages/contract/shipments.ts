import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, positiveInteger, text, time } from "./envelopes.ts";
import { searchText } from "./searchText.ts";

export const shipmentRow = z.looseObject({
  docketNumber: text,
  orderNumber: text,
  saleDate: time,
  styleName: text,
  colourName: text,
  styleCode: text,
  colourCode: text,
  size: text,
  amount: number,
  qty: number,
});
export type ShipmentRow = z.output<typeof shipmentRow>;

/** Rows on a page, counted before rows without an order number are dropped (shipments#page-size). */
export const shipmentPageSize = 20;

export const getShipments = defineCall({
  name: "getShipments",
  path: "/api/getshipments",
  query: z.object({
    store: searchText,
    page: positiveInteger,
    orderId: searchText.optional(),
  }),
  answer: listOf(shipmentRow),
});
export type ShipmentsQuery = z.output<typeof getShipments.query>;
