/** Any JSON object, as it stands in a jsonb column. */
export type JsonObject = Record<string, unknown>;

/** One entry of an order's history; `createdAt` is ISO 8601, `meta` whatever its writer noted (orders#history). */
export type StoredHistoryEntry = {
  action: string;
  message: string;
  createdAt: string;
  meta: unknown;
};
