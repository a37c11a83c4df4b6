/** Any JSON object, as it stands in a jsonb column. */
export type JsonObject = Record<string, unknown>;

/**
 * A parcel that the warehouse is asked for: under which reference, and with which lines of the order. `part` leaves the
 * order where it is, and its next step at `resumeAt` (ISO 8601).
 */
export type StoredParcel = {
  reference: string;
  how: "rest" | "part";
  lines: JsonObject[];
  resumeAt: string | null;
};

/** One entry of an order's history; `createdAt` is ISO 8601, `meta` whatever its writer noted (orders#history). */
export type StoredHistoryEntry = {
  action: string;
  message: string;
  createdAt: string;
  meta: unknown;
};
