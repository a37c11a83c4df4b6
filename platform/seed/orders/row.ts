import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/json.ts";

/** A row of `orders` under its column names, ready for a bulk load. */
export type OrderRow = {
  id: string;
  store_id: number;
  position: number;
  status: string;
  search_text: string;
  retry_count: number;
  submissions: number;
  step_at: string | null;
  modified_at: string;
  created_at: string;
  amount: number;
  document: JsonObject;
  history: StoredHistoryEntry[];
};
