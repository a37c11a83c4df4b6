import { type BulkSearch, bulkSearch } from "./search.ts";

/** What is done to several records of a kind is looked at here first (bulk#review). */
export const bulkPath = (kind: string, search: Partial<BulkSearch> = {}): string =>
  `/bulk/${kind}${bulkSearch.write(search)}`;

/** A person's own runs. */
export const runsPath = "/bulk";

/** One of them. */
export const runPath = (id: string): string => `/bulk/runs/${encodeURIComponent(id)}`;

/** Where a page has the next rows of a run done by itself. */
export const runOnPath = (id: string): string => `${runPath(id)}/on`;
