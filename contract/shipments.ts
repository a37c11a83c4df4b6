import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, text } from "./envelopes.ts";

export const shipmentRow = z.looseObject({
  docketNumber: text,
  orderNumber: text,
  saleDate: z.union([z.string(), z.number()]).nullish().catch(undefined),
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

export const shipmentsQuery = z.object({
  store: z.string(),
  page: z.coerce.number().int().min(1),
  orderId: z.string().optional(),
});
export type ShipmentsQuery = z.output<typeof shipmentsQuery>;

export const getShipments = defineCall({
  name: "getShipments",
  method: "GET",
  path: "/api/getshipments",
  query: shipmentsQuery,
  answer: listOf(shipmentRow),
});
