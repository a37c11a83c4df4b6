import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { audit } from "#app/core/audit/audit.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashedName } from "#app/core/database/seal.server.ts";
import { outcomeWords } from "./model.ts";
import { followedCommands } from "./tables.ts";

const ways = z.array(z.object({ action: z.string(), label: z.string() }));

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
  /** Where it is, in words, if it has not failed and yet goes no further without a person. */
  needsPerson: z.string().optional(),
  /** Absent for a record that has not failed; in words where it failed at the same place as before, or at another. */
  failure: z
    .object({ again: z.string(), now: z.string(), tried: z.string().optional(), reason: z.string() })
    .optional(),
  /** What the record itself offers that can be done to several at once, none of it irreversible. */
  ways: ways.optional(),
});
export type RecordProgress = z.output<typeof recordProgress>;

export const outcome = z.object({
  is: z.enum(["wentOn", "needsPerson", "failed"]),
  words: z.string(),
  /** How often it was tried, in words. */
  tried: z.string().optional(),
  /** Why it waits for a person, the same for all that do so alike. */
  reason: z.string(),
  ways,
  /** Nothing more is to come by itself; until then a record may go further. */
  isAtRest: z.boolean(),
});
export type Outcome = z.output<typeof outcome>;

/** What became of an action on a record so far (actions#outcome); undefined while that is not known. */
export function outcomeOf(before: RecordProgress, now: RecordProgress): Outcome | undefined {
  if (now.revision === before.revision) return undefined;
  const common = { ways: now.ways ?? [], isAtRest: !now.moves };
  if (now.failure) {
    const { again, now: elsewhere, tried, reason } = now.failure;
    const words = before.failure && now.at === before.at ? again : elsewhere;
    return { ...common, is: "failed", words, tried, reason };
  }
  if (now.moves && (now.at === "" || now.at === before.at)) return undefined;
  if (now.needsPerson)
    return {
      ...common,
      is: "needsPerson",
      words: `needs a person: ${now.needsPerson}`,
      reason: now.needsPerson,
    };
  return { ...common, is: "wentOn", words: now.words, reason: "" };
}

const ttlSeconds = 30 * 24 * 60 * 60;

/** A record among those of its kind, and what is done to it: by which it is read again. */
export type FollowedRecord = { kind: string; alias: string; id: string; action: string };

/** Where a page without scripting is read again: the URL that the dialog closed to, and its panel. */
export type FollowedFrom = { closeTo: string; panel?: string | undefined };

/** A command that was sent: on which record, how that was, and what became of it as far as that is known. */
export type Followed = FollowedRecord &
  FollowedFrom & {
    /** The hash of the token that it was sent under. */
    submission: string;
    before: RecordProgress;
    object: string;
    name: string;
    href: string;
    /** When it was sent, in epoch milliseconds. */
    at: number;
    outcome?: Outcome | undefined;
    /** When its record was last read again, in epoch milliseconds. */
    readAt?: number | undefined;
  };

type Person = { subject: string };

/** The name of a submission in the portal's tables: the token itself is not stored. */
export const submissionOf = (token: string): string => hashedName(token);

const isOf = ({ subject }: Person) =>
  and(eq(followedCommands.subject, subject), gt(followedCommands.expiresAt, sql`now()`));

const toFollowed = (row: typeof followedCommands.$inferSelect): Followed => ({
  ...row,
  before: recordProgress.parse(row.before),
  panel: row.panel ?? undefined,
  at: row.at.getTime(),
  // That of another version counts as not known.
  outcome: outcome.safeParse(row.outcome).data,
  readAt: row.readAt?.getTime(),
});

/** Those of a person's submissions that are followed, by submission. */
export async function followedOf(
  person: Person,
  submissions: readonly string[],
): Promise<Map<string, Followed>> {
  if (submissions.length === 0) return new Map();
  const rows = await database
    .select()
    .from(followedCommands)
    .where(and(isOf(person), inArray(followedCommands.submission, [...submissions])));
  return new Map(rows.map((row) => [row.submission, toFollowed(row)]));
}

/** A person's latest submissions that are followed, the last one first. */
export const lastFollowed = async (person: Person, most: number): Promise<Followed[]> =>
  (
    await database
      .select()
      .from(followedCommands)
      .where(isOf(person))
      .orderBy(desc(followedCommands.at))
      .limit(most)
  ).map(toFollowed);

/** Whether nobody knows the end of it yet. */
export const isOpen = ({ outcome }: Pick<Followed, "outcome">): boolean => !outcome?.isAtRest;

/** Keeps a command that was sent. The same submission once more changes nothing, unless it was sent anew. */
export async function keepFollowed(
  { subject }: Person,
  { submission, ...about }: Omit<Followed, "outcome" | "readAt">,
  isRepeated = false,
): Promise<void> {
  const row = {
    ...about,
    ...{ at: new Date(about.at), panel: about.panel ?? null },
    ...{ outcome: null, readAt: null, expiresAt: inSeconds(ttlSeconds) },
  };
  const insert = database.insert(followedCommands).values({ ...row, subject, submission });
  if (isRepeated) await insert.onConflictDoNothing();
  else
    await insert.onConflictDoUpdate({
      target: [followedCommands.subject, followedCommands.submission],
      set: row,
    });
}

/**
 * Writes down what became of a command so far: the last word is kept, and has a line in the audit trail. Resolves to
 * whether that was this one.
 */
export async function noteOutcome(
  person: Person,
  submission: string,
  outcome: Outcome | undefined,
): Promise<boolean> {
  const isNotOver = sql`coalesce((${followedCommands.outcome} ->> 'isAtRest')::boolean, false) = false`;
  const [stored] = await database
    .update(followedCommands)
    .set({ readAt: sql`now()`, ...(outcome && { outcome }) })
    .where(and(isOf(person), eq(followedCommands.submission, submission), isNotOver))
    .returning();
  if (!stored || !outcome?.isAtRest) return false;
  await auditOutcome(toFollowed(stored), outcome);
  return true;
}

/** The outcome of an action in the audit trail, as a line of its own (audit#outcome). */
const auditOutcome = ({ object, name, href, submission }: Followed, outcome: Outcome): Promise<void> =>
  audit({
    kind: "outcome",
    did: `Outcome of ${object}`,
    record: name,
    href,
    outcome: outcome.is === "failed" ? "failed" : "done",
    why: outcomeWords(outcome),
    submission,
  });
