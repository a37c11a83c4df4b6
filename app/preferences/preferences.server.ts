import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { choices, type Preferences } from "./choices.ts";

const yearSeconds = 365 * 24 * 60 * 60;
const keyOf = ({ subject }: User): string => `preferences:${subject}`;

const oneOf = <const Value extends string>(options: readonly { value: Value }[]) =>
  z.enum(options.map(({ value }) => value));

/** The form of the page, and what is kept. */
export const preferencesForm = z.object({
  rows: oneOf(choices.rows.options),
  colours: oneOf(choices.colours.options),
  slash: oneOf(choices.slash.options),
  keys: oneOf(choices.keys.options),
});

// What an older portal kept may lack a choice, or hold one that there is no more.
const stored = z.object({
  rows: preferencesForm.shape.rows.catch("close"),
  colours: preferencesForm.shape.colours.catch("device"),
  slash: preferencesForm.shape.slash.catch("on"),
  keys: preferencesForm.shape.keys.catch("on"),
});

/** What this person has chosen, on whatever device. */
export const readPreferences = async (user: User): Promise<Preferences> =>
  (await records.get(keyOf(user), stored)) ?? stored.parse({});

/** Keeps a person's choices for a year. */
export const keepPreferences = (user: User, chosen: Preferences): Promise<void> =>
  records.set(keyOf(user), chosen, yearSeconds);
