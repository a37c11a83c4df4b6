import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { type Lease, LeaseLost, runLeased } from "#app/records/lease.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { LockLost, type Records } from "#app/records/records.server.ts";
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

export function readToken(form: FormData): string | undefined {
  const token = form.get("token");
  return typeof token === "string" && sendable.test(token) ? token : undefined;
}

const rememberSeconds = 24 * 60 * 60;
/** A living process renews its runs; one that was not renewed for so long is taken over by the next submission. */
const leaseMs = 12_000;
const renewMs = 3_000;
/** A process regards its run as late so much sooner than others may take it over. */
const marginMs = 1_000;
/** Whoever stands still with the lock keeps a run from being renewed for so long, and no longer. */
const lockSeconds = 5;
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

/** Time as a process sees it; models replace it. */
type OnceTime = {
  /** Waits between two looks at a run elsewhere. */
  pause: (ms: number) => Promise<unknown>;
  /** Milliseconds that also pass while the process is stopped. */
  clock: () => number;
  /** Repeats `work` until the returned function is called. */
  every: (ms: number, work: () => Promise<void>) => () => void;
};

const realTime: OnceTime = {
  pause: delay,
  clock: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(() => void work(), ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Runs `work` once per person and token, across processes. A second submission waits for the first and gets its
 * result (which must be plain JSON); `at` is the moment the first was done, ISO 8601. Failed work may be retried
 * under the same token, except by those that were waiting: they get the same failure.
 *
 * A run has a lease, which its process renews. Once it has ended, because the process died or stood still, another
 * submission may run the work. A process that goes on after that writes nothing more (`requireLease`), and gets the
 * result of whoever took over.
 */
export function createOnce(records: Records, { pause, clock, every }: OnceTime = realTime): Once {
  /** Results that could not be stored yet. */
  const unstored = new Map<string, Done>();

  const newRun = async (run: string): Promise<State> => ({
    is: "running",
    run,
    until: (await records.now()) + leaseMs,
  });

  /** Starts a run in place of the found state; undefined if another process was faster. */
  async function begin(key: string, found: State | undefined): Promise<string | undefined> {
    const run = randomUUID();
    const isBegun = !found
      ? await records.add(key, await newRun(run), rememberSeconds)
      : await records.withLock(key, lockSeconds, async (locked) => {
          const still = await locked.get(key, state);
          // Also a run that was renewed meanwhile goes on.
          const isSame = JSON.stringify(still) === JSON.stringify(found);
          return isSame && locked.replace(key, await newRun(run), rememberSeconds);
        });
    return isBegun ? run : undefined;
  }

  /** The lease of a run that was begun at `began`, renewed until its `end`. */
  function leaseOf(key: string, run: string, began: number): Lease & { end(): void } {
    let until = began + leaseMs - marginMs;
    let isEnded = false;
    let isRenewing = false;
    async function renew() {
      const from = clock();
      await records.withLock(key, lockSeconds, async (locked) => {
        const now = await locked.get(key, state);
        if (now?.is !== "running" || now.run !== run) throw new LeaseLost();
        await locked.replace(key, await newRun(run), rememberSeconds);
      });
      until = from + leaseMs - marginMs;
    }
    const stop = every(renewMs, async () => {
      if (isRenewing) return;
      isRenewing = true;
      await renew().catch((problem: unknown) => {
        if (!isEnded) log.warn({ err: problem }, "a submission's lease is not renewed");
      });
      isRenewing = false;
    });
    return {
      // What goes on in the background after the work is no part of it.
      isLate: () => !isEnded && clock() > until,
      renew,
      end() {
        isEnded = true;
        stop();
      },
    };
  }

  /** Stores a run's result; false if another run that took its place has stored its own. */
  async function storeDone(key: string, run: string, outcome: Done): Promise<boolean> {
    for (;;) {
      try {
        const replaced = await records.withLock(key, lockSeconds, async (locked) => {
          const now = await locked.get(key, state);
          const isReplaced =
            now?.is === "done" ||
            (now?.is === "running" && now.run !== run && now.until > (await records.now()));
          if (!isReplaced) await locked.set(key, outcome, rememberSeconds);
          return isReplaced ? now.is : undefined;
        });
        if (replaced !== "running") return replaced === undefined;
      } catch (problem) {
        // It stood still meanwhile: what is stored now is not known.
        if (!(problem instanceof LockLost)) throw problem;
      }
      await pause(pollMs);
    }
  }

  /** Retries storing a result until that works; never rejects. */
  async function storeLater(key: string, run: string, outcome: Done): Promise<void> {
    unstored.set(key, outcome);
    for (let tries = 0; tries < maxTries && unstored.has(key); tries += 1) {
      await delay(retryMs, undefined, { ref: false });
      await storeDone(key, run, outcome).then(
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

  /** Does the work; undefined where another run has taken its place. */
  async function perform<T>(key: string, run: string, began: number, work: () => Promise<T>) {
    const lease = leaseOf(key, run, began);
    let storing = Promise.resolve();
    try {
      const outcome = await runLeased(lease, work);
      const done: Done = { is: "done", outcome, at: new Date().toISOString() };
      const isStored = await storeDone(key, run, done).catch((problem: unknown) => {
        log.error({ err: problem }, "the outcome of a submission is not stored yet");
        storing = storeLater(key, run, done);
        return true;
      });
      return isStored ? { outcome, repeated: false, at: done.at } : undefined;
    } catch (problem) {
      if (problem instanceof LeaseLost) return undefined;
      await storeFailure(key, run, problem).catch((unstorable: unknown) =>
        log.error({ err: unstorable }, "the failure of a submission is not stored"),
      );
      throw problem;
    } finally {
      void storing.then(lease.end);
    }
  }

  return async function once<T>(user: { subject: string }, token: string, work: () => Promise<T>) {
    const key = onceKey(user, token);
    let waitedFor: string | undefined;
    for (;;) {
      const found = unstored.get(key) ?? (await records.get(key, state));
      // The result is what an earlier call of this very work resolved to.
      if (found?.is === "done") return { outcome: found.outcome as T, repeated: true, at: found.at };
      if (found?.is === "failed" && found.run === waitedFor) throw new ApiError(found.view);
      if (found?.is === "running" && found.until > (await records.now())) waitedFor = found.run;
      else {
        const began = clock();
        const run = await begin(key, found);
        const done = run && (await perform(key, run, began, work));
        if (done) return done;
      }
      await pause(pollMs);
    }
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
    if (found.until < (await records.now())) return undefined;
    await delay(pollMs);
  }
}
