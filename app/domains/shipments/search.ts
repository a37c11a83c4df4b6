import { z } from "zod";
import type { ShipmentFilter } from "./paths.ts";

/** Longer texts are cut: the box holds one order number. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;

const shipmentSearch = z.object({
  query: z
    .string()
    .transform((value) => value.trim().slice(0, longestText))
    .catch(""),
  page: z.coerce.number().int().min(1).max(highestPage).catch(1),
});

/** The list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readShipmentSearch = (search: URLSearchParams): ShipmentFilter =>
  shipmentSearch.parse({ query: search.get("q"), page: search.get("page") });

/** Whether an export asks for all that match rather than one page. */
export const readShipmentExport = (search: URLSearchParams): { all: boolean } => ({
  all: search.get("rows") === "all",
});
