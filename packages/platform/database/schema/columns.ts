import { customType, integer, smallint, timestamp } from "drizzle-orm/pg-core";
import { stores } from "./stores.ts";

export const ofStore = () =>
  smallint()
    .notNull()
    .references(() => stores.id);

export const moment = () => timestamp({ withTimezone: true });

/** A number that is `first` in a new row. */
export const countFrom = (first: 0 | 1) =>
  integer()
    .notNull()
    .$default(() => first);

/** Raw bytes: files, and texts that may contain a NUL. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** Any JSON object in a jsonb column. */
export type JsonObject = Record<string, unknown>;
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A requested parcel: its reference, and its lines of the order. `part` leaves the order in its status, with its next
 * step at `resumeAt` (ISO 8601).
 */
export type StoredParcel = {
  reference: string;
  how: "rest" | "part";
  lines: JsonObject[];
  resumeAt: string | null;
};

/** One entry of an order's history; `createdAt` is ISO 8601, `meta` depends on the entry (orders#history). */
export type StoredHistoryEntry = {
  action: string;
  message: string;
  createdAt: string;
  meta: unknown;
};
