import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import { env } from "#app/core/env.server.ts";
import { notesNow } from "#app/core/http/requestNotes.server.ts";
import { formatDay, formatSince } from "#app/core/ui/text/time.ts";
import { isYesterday } from "#app/core/values/wallClock.ts";
import type { Database } from "#database/connect.ts";
import { isUnread, ownPart, type TodayPart, type Visit } from "./lines.ts";
import { todayVisits } from "./tables.ts";

/** How long Today's data of a person is stored, in seconds. */
export const ttlSeconds = 90 * 24 * 3600;
/** Looking again within this time is the same visit. */
const visitMs = 30 * 60_000;

export const visit: z.ZodType<Visit> = z.object({
  at: z.number(),
  counts: z.record(z.string(), z.number()),
  orMore: z.array(z.string()).optional(),
  uncounted: z.array(z.string()).optional(),
});

export type Visits = {
  last: Visit;
  /** The visit before the last one, if it is known. */
  before?: Visit | undefined;
  /** The last visit of an earlier day, if there was one. */
  day?: Visit | undefined;
  /** The kinds of work that somebody chose. */
  work?: string[] | undefined;
  /** Since when visits found nothing of it, in epoch milliseconds. */
  clearSince?: number | undefined;
};

const dayOf = (at: number) => formatDay(at, env.TIME_ZONE);

/** An earlier day in words: 'yesterday', '20 November'. */
export const dayWords = (at: number): string =>
  isYesterday(at, env.TIME_ZONE, Date.now()) ? "yesterday" : formatSince(at, env.TIME_ZONE, Date.now());

function toVisits({ last, before, day, work, clearSince }: typeof todayVisits.$inferSelect): Visits {
  return {
    last: visit.parse(last),
    before: visit.nullable().parse(before) ?? undefined,
    day: visit.nullable().parse(day) ?? undefined,
    work: work ?? undefined,
    clearSince: clearSince?.getTime(),
  };
}

export const isVisitOf = (subject: string) =>
  and(eq(todayVisits.subject, subject), gt(todayVisits.expiresAt, sql`now()`));

async function visitsIn(from: Database, subject: string): Promise<Visits | undefined> {
  const [row] = await from.select().from(todayVisits).where(isVisitOf(subject));
  return row && toVisits(row);
}

/** This person's last visit to Today, and the one before it; neither before the first one. */
export const readVisits = async (subject: string): Promise<Partial<Visits>> =>
  (await visitsIn(database, subject)) ?? {};

async function storeVisits(tx: Database, subject: string, { clearSince, ...known }: Visits): Promise<void> {
  const { last, before = null, day = null, work = null } = known;
  const row = {
    ...{ last, before, day, work, expiresAt: inSeconds(ttlSeconds) },
    clearSince: clearSince === undefined ? null : new Date(clearSince),
  };
  await tx
    .insert(todayVisits)
    .values({ subject, ...row })
    .onConflictDoUpdate({ target: todayVisits.subject, set: row });
}

/**
 * Notes what Today shows this person now, and resolves to this visit and the one before, by which they know what is new
 * (today#since). A line that cannot be read, or not yet, keeps its last number.
 */
export async function noteVisit(subject: string, parts: readonly TodayPart[]): Promise<Visits> {
  const at = Date.now();
  const counted = parts.flatMap(({ lines }) =>
    lines.map(({ key: line, count }): [string, number] => [line, count]),
  );
  const orMore = parts.flatMap(({ lines }) => lines.flatMap((line) => (line.orMore ? [line.key] : [])));
  return database.transaction(async (tx) => {
    await lockUntilEnd(tx, "visits of a person", subject);
    const visits = await visitsIn(tx, subject);
    const unread = parts.filter(isUnread);
    const counts = { ...(unread.length > 0 && visits?.last.counts), ...Object.fromEntries(counted) };
    const uncounted = unread.flatMap(({ key, lines }) =>
      lines.length === 0 && (!visits || visits.last.uncounted?.includes(key)) ? [key] : [],
    );
    const before = visits && (at - visits.last.at < visitMs ? visits.before : visits.last);
    const day = visits && dayOf(visits.last.at) === dayOf(at) ? visits.day : visits?.last;
    // A part stays where it has lines, or cannot be read.
    const isClear = !parts.some(({ key }) => key !== ownPart && (visits?.work?.includes(key) ?? true));
    const clearSince = isClear ? (visits?.clearSince ?? at) : undefined;
    const next = { ...visits, last: { at, counts, orMore, uncounted }, before, day, clearSince };
    // What is fetched ahead nobody has seen.
    if (!notesNow()?.isPrefetch) await storeVisits(tx, subject, next);
    return next;
  });
}

/** Keeps the kinds of work that a person chose; none are all (today#queues). */
export async function chooseWork(subject: string, work: string[]): Promise<void> {
  await database
    .update(todayVisits)
    .set({ work: work.length > 0 ? work : null, expiresAt: inSeconds(ttlSeconds) })
    .where(eq(todayVisits.subject, subject));
}
