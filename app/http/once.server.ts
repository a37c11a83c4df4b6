import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { ApiError } from "./apiError.server.ts";
import { type ErrorView, isErrorView } from "./errorView.ts";
import { malformedForm } from "./forms/read.ts";
import { declinePrefetch } from "./prefetch.server.ts";

const shape = /^([\w-]{36}\.[\w-]{16})\.([\w-]{22})(\.|$)/;

/** Allowed characters of a token: it is also sent as a header. */
const sendable = /^[\w.%~!'()*-]{1,600}$/;

/**
 * One-time tokens that identify, for us only, the owner of a form, so that what was typed is
 * returned to that person only, even without a session.
 */
export function createTokens(secret: string) {
  const sign = (text: string, length: number): string =>
    createHmac("sha256", secret).update(text).digest("base64url").slice(0, length);
  const ownerKey = (subject: string): string => sign(`whose ${subject}`, 16);

  const readOurs = (token: string): { owner: string } | undefined => {
    const [, signed, signature] = shape.exec(token) ?? [];
    if (signed === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(sign(`token ${signed}`, 22));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { owner: signed.slice(signed.indexOf(".") + 1) };
  };

  const tokenOf = (name: string, subject: string): string => {
    const signed = `${name}.${ownerKey(subject)}`;
    return `${signed}.${sign(`token ${signed}`, 22)}`;
  };

  return {
    make({ subject }: { subject: string }): string {
      declinePrefetch();
      return tokenOf(randomUUID(), subject);
    },
    /** A deterministic token, without anything being stored: the same for the same `about`. */
    makeFor: ({ subject }: { subject: string }, about: unknown): string =>
      tokenOf(sign(`about ${subject} ${JSON.stringify(about)}`, 36), subject),
    isOurs: (token: string): boolean => readOurs(token) !== undefined,
    isOf: (token: string, { subject }: { subject: string }): boolean =>
      readOurs(token)?.owner === ownerKey(subject),
  };
}

export const tokens = createTokens(env.SESSION_SECRET);

/** The token of a form shown again: its own, or a new one if that was not made for this person. */
export const tokenToGoOn = (token: string, user: { subject: string }): string =>
  tokens.isOf(token, user) ? token : tokens.make(user);

/** The token of a posted form. Throws a 400 page for a form without one. */
export function requireToken(form: FormData): string {
  const token = readToken(form);
  if (token === undefined) throw malformedForm();
  return token;
}

/** The token of a posted form; undefined if missing or invalid. */
export function readToken(form: FormData): string | undefined {
  const token = form.get("token");
  return typeof token === "string" && sendable.test(token) ? token : undefined;
}

const rememberSeconds = 24 * 60 * 60;
/** Longer than any call may take: work that has not ended by then has died with its process. */
const workMs = 120_000;
const lockSeconds = 10;
const pollMs = 60;
/** Maximum retries to store a result: for ten minutes. */
const maxTries = 600;
const retryMs = 1_000;

const running = z.object({ is: z.literal("running"), run: z.string(), until: z.number() });
const failed = z.object({
  is: z.literal("failed"),
  run: z.string(),
  view: z.custom<ErrorView>(isErrorView),
});
const done = z.object({ is: z.literal("done"), outcome: z.unknown(), at: z.string() });
type Done = z.output<typeof done>;
const state = z.discriminatedUnion("is", [running, failed, done]);
type State = z.output<typeof state>;

const onceKey = (user: { subject: string }, token: string) => `once:${user.subject}:${token}`;

/**
 * A token for one submission of a confirm form; it also serves as `Idempotency-Key`. Opening the form again, in
 * another tab, on another device or after Back, gives the same token while `about` (the action, its target and state,
 * and the previous submission) is the same: the two forms are one submission.
 */
export const createSharedToken =
  (records: Records, make: (user: { subject: string }) => string) =>
  async (user: { subject: string }, about: unknown): Promise<string> => {
    const key = `once-token:${user.subject}:${hashOf(about)}`;
    const token = make(user);
    if (await records.add(key, token, rememberSeconds)) return token;
    return (await records.get(key, z.string())) ?? token;
  };
export const sharedToken = createSharedToken(records, tokens.make);

export const hashOf = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64url");

export type Once = <T>(
  user: { subject: string },
  token: string,
  work: () => Promise<T>,
) => Promise<{ outcome: T; repeated: boolean; at: string }>;

/**
 * Runs `work` once per person and token, across processes. A second submission waits for the first and gets its
 * result (which must be plain JSON); `at` is the moment the first was done, ISO 8601. Failed work may be retried
 * under the same token, except by those that were waiting: they get the same failure. `pause` waits between two looks at
 * a run elsewhere.
 */
export function createOnce(records: Records, pause: (ms: number) => Promise<unknown> = delay): Once {
  /** Results that could not be stored yet. */
  const unstored = new Map<string, Done>();

  /** Starts a run in place of the found state; undefined if another process was faster. */
  async function begin(key: string, found: State | undefined): Promise<string | undefined> {
    const mine: State = { is: "running", run: randomUUID(), until: Date.now() + workMs };
    const isBegun = !found
      ? await records.add(key, mine, rememberSeconds)
      : await records.withLock(key, lockSeconds, async (locked) => {
          const still = await locked.get(key, state);
          const isSame = still && still.is !== "done" && found.is !== "done" && still.run === found.run;
          return isSame && still.is === found.is && locked.replace(key, mine, rememberSeconds);
        });
    return isBegun ? mine.run : undefined;
  }

  /** Retries storing a result until that works; never rejects. */
  async function storeLater(key: string, outcome: Done): Promise<void> {
    unstored.set(key, outcome);
    for (let tries = 0; tries < maxTries && unstored.has(key); tries += 1) {
      await delay(retryMs, undefined, { ref: false });
      await records.set(key, outcome, rememberSeconds).then(
        () => unstored.delete(key),
        (problem) => log.error({ err: problem }, "the outcome of a submission is not stored yet"),
      );
    }
    unstored.delete(key);
  }

  /** Allows the work to be retried, or stores why it failed, unless another run has replaced it. */
  const storeFailure = (key: string, run: string, problem: unknown): Promise<void> =>
    records.withLock(key, lockSeconds, async (locked) => {
      const now = await locked.get(key, state);
      if (now?.is !== "running" || now.run !== run) return;
      if (!(problem instanceof ApiError)) return locked.delete(key);
      await locked.set(key, { is: "failed", run, view: problem.view }, rememberSeconds);
    });

  return async function once<T>(user: { subject: string }, token: string, work: () => Promise<T>) {
    const key = onceKey(user, token);
    let waitedFor: string | undefined;
    let run: string | undefined;
    while (run === undefined) {
      const found = unstored.get(key) ?? (await records.get(key, state));
      // The result is what an earlier call of this very work resolved to.
      if (found?.is === "done") return { outcome: found.outcome as T, repeated: true, at: found.at };
      if (found?.is === "failed" && found.run === waitedFor) throw new ApiError(found.view);
      if (found?.is === "running" && found.until > Date.now()) waitedFor = found.run;
      else run = await begin(key, found);
      if (run === undefined) await pause(pollMs);
    }
    let outcome: T;
    try {
      outcome = await work();
    } catch (problem) {
      await storeFailure(key, run, problem).catch((unstorable: unknown) =>
        log.error({ err: unstorable }, "the failure of a submission is not stored"),
      );
      throw problem;
    }
    const stored: Done = { is: "done", outcome, at: new Date().toISOString() };
    await records.set(key, stored, rememberSeconds).catch((problem: unknown) => {
      log.error({ err: problem }, "the outcome of a submission is not stored yet");
      void storeLater(key, stored);
    });
    return { outcome, repeated: false, at: stored.at };
  };
}

export const once = createOnce(records);

/** The result of an earlier submission: done, or failed with `view`. */
export type EarlierOutcome = { is: "done"; outcome: unknown; at: string } | { is: "failed"; view: ErrorView };

/**
 * The result of an earlier submission under this token, once available; undefined if there was
 * none. For pages that recognise a repeated submission only by its token.
 */
export async function earlierOutcome(
  user: { subject: string },
  token: string,
): Promise<EarlierOutcome | undefined> {
  for (;;) {
    const found = await records.get(onceKey(user, token), state);
    if (found?.is !== "running") return found;
    if (found.until < Date.now()) return undefined;
    await delay(pollMs);
  }
}
