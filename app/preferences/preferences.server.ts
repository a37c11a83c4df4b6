import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { choices, type Preferences } from "./choices.ts";

const yearSeconds = 365 * 24 * 60 * 60;
const keyOf = ({ subject }: Pick<User, "subject">): string => `preferences:${subject}`;

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

/** This person's preferences, on any device. */
export const readPreferences = async (user: Pick<User, "subject">): Promise<Preferences> =>
  (await records.get(keyOf(user), stored)) ?? stored.parse({});

/** Stores a person's preferences for a year. */
export const keepPreferences = (user: User, chosen: Preferences): Promise<void> =>
  records.set(keyOf(user), chosen, yearSeconds);
