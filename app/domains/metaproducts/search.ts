import { z } from "zod";
import { type ProductExport, type ProductFilter, type ProductTab, productTabs } from "./paths.ts";

/** Longer texts are cut: a search box holds a code or some words of a title. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;

const text = z
  .string()
  .transform((value) => value.trim().slice(0, longestText))
  .catch("");
const flag = z
  .string()
  .transform((value) => value === "1")
  .catch(false);

const productSearch = z.object({
  code: text,
  title: text,
  invalid: flag,
  page: z.coerce.number().int().min(1).max(highestPage).catch(1),
});

const placeSearch = z.object({
  group: z.string().catch(""),
  tab: z.enum(productTabs).optional().catch(undefined),
  opener: z.literal("detail").optional().catch(undefined),
});

const exportSearch = z.object({
  all: z
    .string()
    .transform((value) => value === "all")
    .catch(false),
  variants: flag,
});

/** The list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readProductSearch = (search: URLSearchParams): ProductFilter =>
  productSearch.parse({
    code: search.get("code"),
    title: search.get("title"),
    invalid: search.get("invalid"),
    page: search.get("page"),
  });

/** What a product's own URL says besides its id: group id, open tab, and what its dialogs lead back to. */
export const readProductPlace = (
  search: URLSearchParams,
): { group: string; tab?: ProductTab | undefined; opener?: "detail" | undefined } =>
  placeSearch.parse({
    group: search.get("group"),
    tab: search.get("tab") ?? undefined,
    opener: search.get("from") ?? undefined,
  });

/** Which rows an export asks for. */
export const readProductExport = (search: URLSearchParams): ProductExport =>
  exportSearch.parse({ all: search.get("rows"), variants: search.get("variants") });
