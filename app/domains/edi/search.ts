import { z } from "zod";

/** Longer texts are cut: a search box holds an id or a number. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;

/** A free text of a filter, as all EDI filters are (2 §5). */
export const filterText = z
  .string()
  .transform((value) => value.trim().slice(0, longestText))
  .catch("");

/** A page of a list, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(highestPage).catch(1);
