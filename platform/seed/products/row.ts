import type { JsonObject } from "#platform/database/schema/json.ts";
import type { ProductState, StoredChange, StoredVariant } from "#platform/database/schema/metaproducts.ts";

/** A row of `meta_products` under its column names, ready for a bulk load. */
export type ProductRow = {
  id: string;
  store_id: number;
  position: number;
  group_id: string;
  title: string;
  codes: string;
  state: ProductState;
  attributes: JsonObject;
  variants: StoredVariant[];
  status: JsonObject;
  validation_messages: string[];
  changes: StoredChange[];
  waiting_customer: JsonObject | null;
};
