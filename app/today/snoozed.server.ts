import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Snoozed } from "./lines.ts";

const ttlSeconds = 90 * 24 * 3600;
/** The longest postponed are dropped first: nobody has so many lines. */
const maxLines = 300;

const key = (subject: string): string => `today-put-off:${subject}`;
const schema = z.record(z.string(), z.string());

/** This person's postponed lines (today#not-now). */
export const readSnoozed = async (subject: string): Promise<Snoozed> =>
  (await records.get(key(subject), schema)) ?? {};

const change = (subject: string, to: (snoozed: Snoozed) => [string, string][]): Promise<void> =>
  records.withLock(key(subject), 10, async (locked) => {
    const changed = to(await readSnoozed(subject)).slice(-maxLines);
    await locked.set(key(subject), Object.fromEntries(changed), ttlSeconds);
  });

const without = (snoozed: Snoozed, line: string) => Object.entries(snoozed).filter(([one]) => one !== line);

export const snoozeLine = (subject: string, line: string, revision: string): Promise<void> =>
  change(subject, (snoozed) => [...without(snoozed, line), [line, revision]]);

export const unsnoozeLine = (subject: string, line: string): Promise<void> =>
  change(subject, (snoozed) => without(snoozed, line));
