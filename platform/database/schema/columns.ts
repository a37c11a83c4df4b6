import { customType, smallint } from "drizzle-orm/pg-core";
import { stores } from "./stores.ts";

/** The record's store. */
export const ofStore = () =>
  smallint()
    .notNull()
    .references(() => stores.id);

/** Raw bytes: files, and texts that may contain a NUL. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
