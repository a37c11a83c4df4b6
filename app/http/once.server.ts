import { hash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { ApiError } from "./apiError.server.ts";
import { type ErrorView, isErrorView } from "./errorView.ts";
import { tokens } from "./onceToken.server.ts";

const rememberSeconds = 24 * 60 * 60;
/** Longer than any call may take: work that has not ended by then has died with its process. */
const workSeconds = 120;
const pollMs = 60;

const state = z.discriminatedUnion("is", [
  z.object({ is: z.literal("running"), run: z.string() }),
  z.object({ is: z.literal("failed"), run: z.string(), view: z.custom<ErrorView>(isErrorView) }),
  z.object({ is: z.literal("done"), outcome: z.unknown(), at: z.string() }),
]);

const onceKey = (user: { subject: string }, token: string) => `once:${user.subject}:${token}`;

/**
 * A token for one submission of a confirm form; it also serves as `Idempotency-Key`. Whoever opens the form again, in
 * another tab, on another device or after Back, gets the same token while `about` (what is done, to what, in which
 * state, after which submission) is the same: the two forms are one submission.
 */
export const createSharedToken =
  (kept: Records, make: (user: { subject: string }) => string) =>
  async (user: { subject: string }, about: unknown): Promise<string> => {
    const key = `once-token:${user.subject}:${hashOf(about)}`;
    const token = make(user);
    if (await kept.add(key, token, rememberSeconds)) return token;
    return (await kept.get(key, z.string())) ?? token;
  };
export const sharedToken = createSharedToken(records, tokens.make);

/** A short text that is the same for values that hold the same. */
export const hashOf = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64url");

export type Once = <T>(
  user: { subject: string },
  token: string,
  work: () => Promise<T>,
) => Promise<{ outcome: T; repeated: boolean; at: string }>;

/**
 * Runs `work` once per person and token, across processes. A second submission waits for the first
 * and gets its outcome (which must be plain JSON); `at` is the moment the first was done, ISO 8601. Work
 * that fails may be tried again under the same token, except by those that were waiting: they get the same failure.
 */
export function createOnce(kept: Records): Once {
  return async function once<T>(user: { subject: string }, token: string, work: () => Promise<T>) {
    const key = onceKey(user, token);
    const mine = { is: "running", run: randomUUID() } as const;
    let waitingFor: string | undefined;
    for (;;) {
      if (await kept.add(key, mine, workSeconds)) break;
      const found = await kept.get(key, state);
      if (found?.is === "done") {
        // The outcome is what an earlier call of this very work resolved to.
        return { outcome: found.outcome as T, repeated: true, at: found.at };
      }
      if (found?.is === "failed") {
        if (found.run === waitingFor) throw new ApiError(found.view);
        await kept.withLock(key, workSeconds, async () => {
          const still = await kept.get(key, state);
          if (still?.is === "failed" && still.run === found.run) await kept.delete(key);
        });
        continue;
      }
      waitingFor = found?.run;
      await delay(pollMs);
    }
    try {
      const outcome = await work();
      const at = new Date().toISOString();
      await kept.set(key, { is: "done", outcome, at }, rememberSeconds);
      return { outcome, repeated: false, at };
    } catch (problem) {
      if (problem instanceof ApiError) {
        await kept.set(key, { is: "failed", run: mine.run, view: problem.view }, rememberSeconds);
      } else {
        await kept.delete(key);
      }
      throw problem;
    }
  };
}

export const once = createOnce(records);

/** What became of an earlier submission: it is done, or it failed in the words of `view`. */
export type EarlierOutcome = { is: "done"; outcome: unknown; at: string } | { is: "failed"; view: ErrorView };

/**
 * The outcome of an earlier submission under this token, once there is one; undefined when there was none. For pages
 * that know a repeated submission only by its token.
 */
export async function earlierOutcome(
  user: { subject: string },
  token: string,
): Promise<EarlierOutcome | undefined> {
  for (;;) {
    const found = await records.get(onceKey(user, token), state);
    if (found?.is === "done") return { is: "done", outcome: found.outcome, at: found.at };
    if (found?.is === "failed") return { is: "failed", view: found.view };
    if (found === undefined) return undefined;
    await delay(pollMs);
  }
}
