import { z } from "zod";
import { notesNow } from "#app/http/requestNotes.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { ownPart, type TodayPart, type Visit } from "./lines.ts";

const ttlSeconds = 90 * 24 * 3600;
/** Looking again within this time is the same visit. */
const visitMs = 30 * 60_000;

const visit: z.ZodType<Visit> = z.object({ at: z.number(), counts: z.record(z.string(), z.number()) });
const visits = z.object({
  last: visit,
  /** The visit before the last one, if it is known. */
  before: visit.optional(),
  /** The kinds of work that somebody chose. */
  work: z.array(z.string()).optional(),
  /** Since when visits found nothing of it, in epoch milliseconds. */
  clearSince: z.number().optional(),
});
export type Visits = z.output<typeof visits>;

const key = (subject: string): string => `today-visits:${subject}`;

/** This person's last visit to Today, and the one before it; neither before the first one. */
export const readVisits = async (subject: string): Promise<Partial<Visits>> =>
  (await records.get(key(subject), visits)) ?? {};

/**
 * Notes what Today shows this person now, and resolves to this visit and the one before, by which they know what is new
 * (today#since). A line that cannot be read keeps its last number.
 */
export async function noteVisit(subject: string, parts: readonly TodayPart[]): Promise<Visits> {
  const at = Date.now();
  const counted = parts.flatMap(({ lines }) =>
    lines.map(({ key: line, count }): [string, number] => [line, count]),
  );
  return records.withLock(key(subject), 10, async (locked) => {
    const known = await locked.get(key(subject), visits);
    const unread = parts.some(({ error }) => error) ? known?.last.counts : {};
    const counts = { ...unread, ...Object.fromEntries(counted) };
    const before = known && (at - known.last.at < visitMs ? known.before : known.last);
    // A part stays where it has lines, or cannot be read.
    const isClear = !parts.some(({ key }) => key !== ownPart && (known?.work?.includes(key) ?? true));
    const clearSince = isClear ? (known?.clearSince ?? at) : undefined;
    const next = { ...known, last: { at, counts }, before, clearSince };
    // What is fetched ahead nobody has seen.
    if (!notesNow()?.isPrefetch) await locked.set(key(subject), next, ttlSeconds);
    return next;
  });
}

/** Keeps the kinds of work that a person chose; none are all (today#queues). */
export const chooseWork = (subject: string, work: readonly string[]): Promise<void> =>
  records.withLock(key(subject), 10, async (locked) => {
    const known = await locked.get(key(subject), visits);
    if (known)
      await locked.set(key(subject), { ...known, work: work.length > 0 ? work : undefined }, ttlSeconds);
  });
