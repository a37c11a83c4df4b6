import { z } from "zod";
import { filterText, pageNumber } from "../search.ts";
import {
  type StoreEdiOrderFilter,
  type StoreInterchangeFilter,
  type StoreInterchangeTab,
  storeInterchangeTabs,
} from "./paths.ts";

const interchangeSearch = z.object({
  controlNumber: filterText,
  orderNumber: filterText,
  direction: z.enum(["inbound", "outbound"]).or(z.literal("")).catch(""),
  page: pageNumber,
});
const orderSearch = z.object({ orderNumber: filterText, page: pageNumber });
const placeSearch = z.object({ tab: z.enum(storeInterchangeTabs).catch("text"), at: pageNumber });

/** The filter of a store's interchanges from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readStoreInterchangeSearch = (search: URLSearchParams): StoreInterchangeFilter =>
  interchangeSearch.parse({
    controlNumber: search.get("q"),
    orderNumber: search.get("order"),
    direction: search.get("direction"),
    page: search.get("page"),
  });

/** The filter of a store's EDI orders, likewise. */
export const readStoreEdiOrderSearch = (search: URLSearchParams): StoreEdiOrderFilter =>
  orderSearch.parse({ orderNumber: search.get("q"), page: search.get("page") });

/** What an interchange's own URL says besides its id. */
export const readStoreInterchangePlace = (
  search: URLSearchParams,
): { tab: StoreInterchangeTab; at: number } =>
  placeSearch.parse({ tab: search.get("tab"), at: search.get("at") });
