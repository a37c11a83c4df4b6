import { and, desc, eq, inArray } from "drizzle-orm";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { snoozedLines } from "./tables.ts";
import { ttlSeconds } from "./visits.server.ts";

/** The longest postponed go first: nobody has so many lines. */
const maxSnoozed = 300;

/** Postpones a line until it changes (today#not-now). */
export async function snoozeLine(subject: string, line: string, revision: string): Promise<void> {
  const snoozed = { revision, expiresAt: inSeconds(ttlSeconds) };
  await database
    .insert(snoozedLines)
    .values({ subject, line, ...snoozed })
    .onConflictDoUpdate({ target: [snoozedLines.subject, snoozedLines.line], set: snoozed });
  const isTheirs = eq(snoozedLines.subject, subject);
  const tooMany = database
    .select({ line: snoozedLines.line })
    .from(snoozedLines)
    .where(isTheirs)
    .orderBy(desc(snoozedLines.expiresAt))
    .offset(maxSnoozed);
  await database.delete(snoozedLines).where(and(isTheirs, inArray(snoozedLines.line, tooMany)));
}

export async function unsnoozeLine(subject: string, line: string): Promise<void> {
  await database
    .delete(snoozedLines)
    .where(and(eq(snoozedLines.subject, subject), eq(snoozedLines.line, line)));
}
