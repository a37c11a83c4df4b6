import { eq } from "drizzle-orm";
import { z } from "zod";
import type { User } from "#app/core/auth/guard.server.ts";
import type { Read } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { choices, type Preferences } from "./choices.ts";
import { preferences } from "./tables.ts";

const oneOf = <const Value extends string>(options: readonly { value: Value }[]) =>
  z.enum(options.map(({ value }) => value));

/** The form of the page, also the stored format. */
export const preferencesForm = z.object({
  rows: oneOf(choices.rows.options),
  colours: oneOf(choices.colours.options),
  slash: oneOf(choices.slash.options),
  keys: oneOf(choices.keys.options),
});

// Stored by an older version, a choice may be missing or no longer exist.
const stored = z.object({
  rows: preferencesForm.shape.rows.catch("close"),
  colours: preferencesForm.shape.colours.catch("device"),
  slash: preferencesForm.shape.slash.catch("on"),
  keys: preferencesForm.shape.keys.catch("on"),
});

const rowsOf = z.array(z.object({ chosen: stored }));

/** This person's preferences, on any device. */
export const preferencesOf = ({ subject }: Pick<User, "subject">): Read<Preferences> => ({
  query: database
    .select({ chosen: preferences.chosen })
    .from(preferences)
    .where(eq(preferences.subject, subject)),
  parse: (rows) => rowsOf.parse(rows)[0]?.chosen ?? stored.parse({}),
});

export async function keepPreferences({ subject }: User, chosen: Preferences): Promise<void> {
  await database
    .insert(preferences)
    .values({ subject, chosen })
    .onConflictDoUpdate({ target: preferences.subject, set: { chosen } });
}
