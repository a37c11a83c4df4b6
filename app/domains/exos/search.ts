import { z } from "zod";
import { type ExoFilter, type ExoView, exoTabs } from "./paths.ts";

/** Longer texts are cut: a search box holds an id, a number or an email address. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;
const mostChoices = 60;

const text = z
  .string()
  .transform((value) => value.trim().slice(0, longestText))
  .catch("");
const page = z.coerce.number().int().min(1).max(highestPage).catch(1);

/** Codes and aliases: what else stands in the URL is no choice that a filter ever offered. */
const choice = z.string().regex(/^[\w:./-]{1,80}$/);
const choices = z
  .array(z.string())
  .transform((values) =>
    [...new Set(values.filter((value) => choice.safeParse(value).success))].slice(0, mostChoices),
  );

const exoSearch = z.object({
  statuses: choices,
  stores: choices,
  orderId: text,
  raNumber: text,
  email: text,
  term: text,
  page,
});

const viewSearch = z.object({
  tab: z.enum(exoTabs).catch("summary"),
  mundane: z.literal("1").nullish().catch(undefined),
  historyPage: page,
  asText: z.literal("text").nullish().catch(undefined),
  opener: z.literal("detail").nullish().catch(undefined),
});

/** The list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readExoSearch = (search: URLSearchParams): ExoFilter =>
  exoSearch.parse({
    statuses: search.getAll("status"),
    stores: search.getAll("store"),
    orderId: search.get("order"),
    raNumber: search.get("ra"),
    email: search.get("email"),
    term: search.get("q"),
    page: search.get("page"),
  });

/** What an EXO's own URL says besides its id: the open tab and its settings, and what its dialogs lead back to. */
export function readExoView(search: URLSearchParams): ExoView & { opener?: "detail" } {
  const read = viewSearch.parse({
    tab: search.get("tab"),
    mundane: search.get("mundane"),
    historyPage: search.get("records"),
    asText: search.get("as"),
    opener: search.get("from"),
  });
  return {
    tab: read.tab,
    mundane: read.mundane === "1",
    historyPage: read.historyPage,
    asText: read.asText === "text",
    ...(read.opener ? { opener: read.opener } : {}),
  };
}
