import { z } from "zod";
import { ediMessageTypes } from "#contract/ediMessages.ts";
import { filterText, pageNumber } from "../search.ts";
import {
  type EdiOrderFilter,
  type EdiOrderTab,
  ediOrderTabs,
  type InterchangeFilter,
  type InterchangeTab,
  interchangeTabs,
  type TabView,
} from "./paths.ts";

const messageType = z.enum(ediMessageTypes);

const interchangeSearch = z.object({
  documentId: filterText,
  controlReference: filterText,
  documentIdentifier: filterText,
  direction: z.enum(["inbound", "outbound"]).or(z.literal("")).catch(""),
  acknowledged: z.enum(["yes", "no"]).or(z.literal("")).catch(""),
  types: z
    .array(z.string())
    .transform((types) =>
      ediMessageTypes.filter((type) => types.some((one) => messageType.safeParse(one).data === type)),
    ),
  mode: z.enum(["any", "all"]).catch("any"),
  page: pageNumber,
});

const orderSearch = z.object({
  documentId: filterText,
  orderNumber: filterText,
  interchangeId: filterText,
  page: pageNumber,
});

const segmentNumber = z.coerce.number().int().min(1).optional().catch(undefined);

const view = {
  at: pageNumber,
  asText: z.literal("text").nullish().catch(undefined),
  opener: z.literal("detail").nullish().catch(undefined),
};
const interchangeView = z.object({ ...view, tab: z.enum(interchangeTabs).catch("status") });
const orderView = z.object({ ...view, tab: z.enum(ediOrderTabs).catch("status") });

/** The interchange list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readInterchangeSearch = (search: URLSearchParams): InterchangeFilter =>
  interchangeSearch.parse({
    documentId: search.get("id"),
    controlReference: search.get("reference"),
    documentIdentifier: search.get("document"),
    direction: search.get("direction"),
    acknowledged: search.get("acknowledged"),
    types: search.getAll("type"),
    mode: search.get("mode"),
    page: search.get("page"),
  });

/** The order list's filter from its URL, likewise. */
export const readEdiOrderSearch = (search: URLSearchParams): EdiOrderFilter =>
  orderSearch.parse({
    documentId: search.get("id"),
    orderNumber: search.get("order"),
    interchangeId: search.get("interchange"),
    page: search.get("page"),
  });

const viewOf = (search: URLSearchParams) => ({
  tab: search.get("tab"),
  at: search.get("at"),
  asText: search.get("as"),
  opener: search.get("from"),
});

type View<Tab> = TabView & { tab: Tab; opener?: "detail" };

const toView = <Tab>(read: {
  tab: Tab;
  at: number;
  asText?: "text" | null | undefined;
  opener?: "detail" | null | undefined;
}): View<Tab> => ({
  tab: read.tab,
  at: read.at,
  asText: read.asText === "text",
  ...(read.opener ? { opener: read.opener } : {}),
});

/** What an interchange's own URL says besides its id: the open tab, its page and form, and what dialogs lead back to. */
export const readInterchangeView = (search: URLSearchParams): View<InterchangeTab> =>
  toView(interchangeView.parse(viewOf(search)));

/** What an EDI order's own URL says besides its id. */
export const readEdiOrderView = (search: URLSearchParams): View<EdiOrderTab> =>
  toView(orderView.parse(viewOf(search)));

/** Which segments are shown: a page, or the one that holds a segment, or a message's first segment. */
export function readSegmentsSearch(search: URLSearchParams): {
  page: number;
  segment?: number;
  message?: string;
} {
  const segment = segmentNumber.parse(search.get("segment") ?? undefined);
  const message = filterText.parse(search.get("message"));
  return {
    page: pageNumber.parse(search.get("page")),
    ...(segment === undefined ? {} : { segment }),
    ...(message === "" ? {} : { message }),
  };
}
