import type { JsonObject } from "#platform/database/schema/json.ts";

/** Who a history or reference names where the platform itself acted. */
export const platformName = "Utopia Platform";

/** What the history of an order, a return or an EDI document says of one event, before it has its time. */
export type Note = { action: string; message: string; meta: JsonObject | null };

export const note = (action: string, message: string, meta: JsonObject | null = null): Note => ({
  action,
  message,
  meta,
});

/** So many milliseconds after a time. */
export const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
