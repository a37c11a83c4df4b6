import { z } from "zod";

/** A text that a service searches for, in characters. A record's own id can be long. */
const maxSearchText = 1_000;

/** Each of its words costs the database a search of its own. */
const maxSearchWords = 100;

/** A list in one parameter or filter, such as the names of all stores. */
const maxSearchList = 1_000;

/**
 * What people type into a field that searches, or the id or name of a record that others name (calls#search-text). Each
 * text of a query and of a filter is one.
 */
export const searchText = z
  .string()
  .max(maxSearchText)
  .refine((text) => text.trim().split(/\s+/).length <= maxSearchWords);

export const searchTexts = z.array(searchText).max(maxSearchList);

/** Codes, comma separated. */
export const searchCodes = z.string().max(10 * maxSearchText);
