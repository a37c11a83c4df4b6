import { z } from "zod";
import { notesNow } from "#app/http/requestNotes.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { TodayPart, Visit } from "./lines.ts";

const ttlSeconds = 90 * 24 * 3600;
/** Looking again within this time is the same visit. */
const visitMs = 30 * 60_000;

const visit: z.ZodType<Visit> = z.object({ at: z.number(), counts: z.record(z.string(), z.number()) });
/** `before` is the visit before the last one, if it is known. */
const visits = z.object({ last: visit, before: visit.optional() });

const key = (subject: string): string => `today-visits:${subject}`;

/** This person's last visit to Today, and the one before it; neither before the first one. */
export const readVisits = async (subject: string): Promise<Partial<z.output<typeof visits>>> =>
  (await records.get(key(subject), visits)) ?? {};

/**
 * Notes what Today shows this person now, and resolves to the visit before this one, by which they know what is new
 * (today#since). A line that cannot be read keeps its last number.
 */
export async function noteVisit(
  subject: string,
  parts: readonly Pick<TodayPart, "lines">[],
): Promise<Visit | undefined> {
  const at = Date.now();
  const counts = Object.fromEntries(
    parts.flatMap(({ lines }) => lines.map(({ key: line, count }): [string, number] => [line, count])),
  );
  return records.withLock(key(subject), 10, async (locked) => {
    const known = await records.get(key(subject), visits);
    const before = known && (at - known.last.at < visitMs ? known.before : known.last);
    // What is fetched ahead nobody has seen.
    if (notesNow()?.isPrefetch) return before;
    await locked.set(key(subject), { last: { at, counts }, ...(before ? { before } : {}) }, ttlSeconds);
    return before;
  });
}
