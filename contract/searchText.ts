import { z } from "zod";

/** A text that a service searches for: each of its words costs the database a search of its own. In characters. */
export const maxSearchText = 200;

/** What people type into a field that searches. */
export const searchText = z.string().max(maxSearchText);
