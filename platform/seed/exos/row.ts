import type { StoredExoHistory, StoredReference } from "#platform/database/schema/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";

/** A row of `exos` under its column names, ready for a bulk load. */
export type ExoRow = {
  id: string;
  store_id: number;
  position: number;
  revision: number;
  name: string;
  status: string;
  stream: string;
  step: string;
  original_order_id: string | null;
  ra_number: string | null;
  email_address: string | null;
  correspondence_email_address: string | null;
  search_text: string;
  refusals: number;
  retries: number;
  step_since: string | null;
  step_at: string | null;
  created_at: string;
  updated_at: string;
  document: JsonObject;
  reference_list: StoredReference[];
  histories: StoredExoHistory[];
  credit_owed: number | null;
  credit_owed_at: string | null;
};
