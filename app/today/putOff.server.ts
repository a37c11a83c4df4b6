import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { PutOff } from "./lines.ts";

const ttlSeconds = 90 * 24 * 3600;
/** The longest postponed are dropped first: nobody has so many lines. */
const maxLines = 300;

const key = (subject: string): string => `today-put-off:${subject}`;
const schema = z.record(z.string(), z.string());

/** This person's postponed lines (today#not-now). */
export const readPutOff = async (subject: string): Promise<PutOff> =>
  (await records.get(key(subject), schema)) ?? {};

const change = (subject: string, to: (putOff: PutOff) => [string, string][]): Promise<void> =>
  records.withLock(key(subject), 10, async (locked) => {
    const changed = to(await readPutOff(subject)).slice(-maxLines);
    await locked.set(key(subject), Object.fromEntries(changed), ttlSeconds);
  });

const without = (putOff: PutOff, line: string) => Object.entries(putOff).filter(([one]) => one !== line);

export const putOffLine = (subject: string, line: string, revision: string): Promise<void> =>
  change(subject, (putOff) => [...without(putOff, line), [line, revision]]);

export const bringBackLine = (subject: string, line: string): Promise<void> =>
  change(subject, (putOff) => without(putOff, line));
