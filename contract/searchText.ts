import { z } from "zod";

/** A text that a service searches for, in characters. A record's own id can be long. */
const maxSearchText = 1_000;

/** Each of its words costs the database a search of its own. */
const maxSearchWords = 100;

/** What people type into a field that searches, or the id of a record that others name. */
export const searchText = z
  .string()
  .max(maxSearchText)
  .refine((text) => text.trim().split(/\s+/).length <= maxSearchWords);
