import { z } from "zod";
import type { MasterFilter } from "./paths.ts";

const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;

const masterSearch = z.object({
  query: z
    .string()
    .transform((value) => value.trim().slice(0, longestText))
    .catch(""),
  page: z.coerce.number().int().min(1).max(highestPage).catch(1),
});

/** The list's filter from its URL; a bad value falls back to no filter, a bad page to the first. */
export const readMasterSearch = (search: URLSearchParams): MasterFilter =>
  masterSearch.parse({ query: search.get("q"), page: search.get("page") });
