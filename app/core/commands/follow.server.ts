import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { audit } from "#app/core/audit/audit.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashedName } from "#app/core/database/seal.server.ts";
import { followedCommands } from "./tables.ts";

/** How far a record has come, as it tells what became of an action on it. */
export const recordProgress = z.object({
  /** Another one once the record changes. */
  revision: z.string(),
  /** How far it has come; empty while nobody knows. */
  at: z.string(),
  /** What became of it in words, if that is good: 'went on: Completed'. */
  words: z.string(),
  /** The service may still be at it. */
  moves: z.boolean(),
  /** Absent for a record that has not failed; in words where it failed at the same place as before, or at another. */
  failure: z.object({ again: z.string(), now: z.string(), reason: z.string() }).optional(),
});
export type RecordProgress = z.output<typeof recordProgress>;

export const outcome = z.object({
  is: z.enum(["wentOn", "failed"]),
  words: z.string(),
  /** Why it failed, the same for all that failed alike. */
  reason: z.string(),
});
export type Outcome = z.output<typeof outcome>;

/** What became of an action on a record (actions#outcome); undefined while that is not known. */
export function outcomeOf(before: RecordProgress, now: RecordProgress): Outcome | undefined {
  if (now.revision === before.revision) return undefined;
  if (now.failure) {
    const { again, now: elsewhere, reason } = now.failure;
    return { is: "failed", words: before.failure && now.at === before.at ? again : elsewhere, reason };
  }
  const isAtIt = now.moves && (now.at === "" || now.at === before.at);
  return isAtIt ? undefined : { is: "wentOn", words: now.words, reason: "" };
}

const ttlSeconds = 60 * 60;

/** A command that was sent: on which record, how that stood, and what became of it once that is known. */
export type Followed = {
  kind: string;
  alias: string;
  id: string;
  action: string;
  before: RecordProgress;
  object: string;
  name: string;
  href: string;
  /** Where a page without scripting is read again: the URL that the dialog closed to, and its panel. */
  closeTo: string;
  panel?: string | undefined;
  /** When it was sent, in epoch milliseconds. */
  at: number;
  outcome?: Outcome | undefined;
};

const isOf = ({ subject }: { subject: string }, token: string) =>
  and(
    eq(followedCommands.subject, subject),
    eq(followedCommands.submission, hashedName(token)),
    gt(followedCommands.expiresAt, sql`now()`),
  );

export async function readFollowed(
  person: { subject: string },
  token: string,
): Promise<Followed | undefined> {
  const [row] = await database.select().from(followedCommands).where(isOf(person, token));
  if (!row) return undefined;
  return {
    ...row,
    before: recordProgress.parse(row.before),
    panel: row.panel ?? undefined,
    at: row.at.getTime(),
    outcome: row.outcome === null ? undefined : outcome.parse(row.outcome),
  };
}

/** Keeps a command for the page that asks what became of it. */
export async function keepFollowed(
  { subject }: { subject: string },
  token: string,
  about: Followed,
): Promise<void> {
  const row = { ...about, at: new Date(about.at), outcome: null, expiresAt: inSeconds(ttlSeconds) };
  await database
    .insert(followedCommands)
    .values({ ...row, subject, submission: hashedName(token) })
    .onConflictDoUpdate({ target: [followedCommands.subject, followedCommands.submission], set: row });
}

/** Writes down what became of a command: once, with a line in the audit trail. */
export async function noteOutcome(person: { subject: string }, token: string, known: Outcome): Promise<void> {
  const [settled] = await database
    .update(followedCommands)
    .set({ outcome: known })
    .where(and(isOf(person, token), isNull(followedCommands.outcome)))
    .returning();
  if (settled) await auditOutcome(settled.object, settled, known);
}

/** The outcome of an action in the audit trail, as a line of its own (audit#outcome). */
export const auditOutcome = (
  did: string,
  { name, href }: { name: string; href: string },
  { is, words }: Outcome,
): Promise<void> =>
  audit({
    kind: "action",
    did: `Outcome of ${did}`,
    record: name,
    href,
    outcome: is === "failed" ? "failed" : "done",
    why: words,
  });
