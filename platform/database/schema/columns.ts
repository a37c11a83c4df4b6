import { customType, smallint } from "drizzle-orm/pg-core";
import { stores } from "./stores.ts";

/** The store that a record belongs to. */
export const ofStore = () =>
  smallint()
    .notNull()
    .references(() => stores.id);

/** Bytes as they are: files, and texts that may hold a NUL. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
