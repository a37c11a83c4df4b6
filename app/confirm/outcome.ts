import { z } from "zod";

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
