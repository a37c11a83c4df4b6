import { z } from "zod";
import { type OrderFilter, type OrderTab, orderTabs } from "./paths.ts";

/** Longer texts are cut: a search box holds an id, an email address or a code. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;
const mostStatuses = 40;

/** The codes go up as one comma-separated list: only what cannot be mistaken for two codes passes. */
const statusCode = z.string().regex(/^[\w:.-]{1,80}$/);

const orderSearch = z.object({
  query: z
    .string()
    .transform((value) => value.trim().slice(0, longestText))
    .catch(""),
  statuses: z
    .array(z.string())
    .transform((codes) =>
      [...new Set(codes.filter((code) => statusCode.safeParse(code).success))].slice(0, mostStatuses),
    ),
  page: z.coerce.number().int().min(1).max(highestPage).catch(1),
});

const placeSearch = z.object({
  tab: z.enum(orderTabs).catch("customer"),
  opener: z.literal("detail").optional().catch(undefined),
});

/** The list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readOrderSearch = (search: URLSearchParams): OrderFilter =>
  orderSearch.parse({
    query: search.get("q"),
    statuses: search.getAll("status"),
    page: search.get("page"),
  });

/** What an order's own URL says besides its id: the open tab, and what its dialogs lead back to. */
export const readOrderPlace = (search: URLSearchParams): { tab: OrderTab; opener?: "detail" | undefined } =>
  placeSearch.parse({ tab: search.get("tab"), opener: search.get("from") ?? undefined });

/** Whether an export asks for all that match rather than one page. */
export const readOrderExport = (search: URLSearchParams): { all: boolean } => ({
  all: search.get("rows") === "all",
});
