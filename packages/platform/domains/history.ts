import type { JsonObject } from "#platform/database/schema/columns.ts";

/** The user in history entries and references of the platform itself. */
export const platformName = "Utopia Platform";

/** A history entry of an order, a return or an EDI document, without its time. */
export type Note = { action: string; message: string; meta: JsonObject | null };

export const note = (action: string, message: string, meta: JsonObject | null = null): Note => ({
  action,
  message,
  meta,
});

export const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
