import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, gt, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, hashedName, openJson, type Seal } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import { log } from "#app/core/log.server.ts";
import type { Database } from "#database/connect.ts";
import { ApiError } from "./apiError.server.ts";
import { type ErrorView, isErrorView } from "./errorView.ts";
import { malformedForm } from "./forms/read.ts";
import { type Lease, LeaseLost, runLeased } from "./lease.server.ts";
import { declinePrefetch } from "./prefetch.server.ts";
import { formTokens, submissions } from "./tables.ts";

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
const pollMs = 60;
/** Maximum retries to store a result: for ten minutes. */
const maxTries = 600;
const retryMs = 1_000;

const doneOutcome = z.object({ outcome: z.unknown() });
const failure = z.custom<ErrorView>(isErrorView);

type Done = { is: "done"; outcome: unknown; at: string };
type State =
  | { is: "running"; run: string; isLate: boolean }
  | { is: "failed"; run: string; view: ErrorView }
  /** Sealed with another secret, or by another version: as if there were none. */
  | { is: "unreadable"; run: string }
  | Done;

type Key = { subject: string; token: string };
const keyOf = ({ subject }: { subject: string }, token: string): Key => ({
  ...{ subject, token: hashedName(token) },
});
const labelOf = ({ subject, token }: Key) => `submission:${subject}:${token}`;
const isOf = ({ subject, token }: Key) => and(eq(submissions.subject, subject), eq(submissions.token, token));

/** The database's clock; models replace it. */
const databaseNow = (): SQL => sql`now()`;
const later = (now: SQL, seconds: number): SQL<Date> => sql`${now} + make_interval(secs => ${seconds})`;

/** A submission as it is stored; undefined where there is none. */
async function readState(database: Database, seal: Seal, key: Key, now: SQL): Promise<State | undefined> {
  const [row] = await database
    .select({
      ...{ is: submissions.state, run: submissions.run, outcome: submissions.outcome },
      isLate: sql<boolean>`coalesce(${submissions.leasedUntil} <= ${now}, false)`,
      at: sql<number | null>`(extract(epoch from ${submissions.doneAt}) * 1000)::float8`,
    })
    .from(submissions)
    .where(and(isOf(key), gt(submissions.expiresAt, now)));
  if (!row) return undefined;
  const { is, run, isLate, outcome, at } = row;
  if (is === "running") return { is, run, isLate };
  if (is === "done") {
    const opened = openJson(seal, labelOf(key), outcome ?? "", doneOutcome);
    if (opened) return { is, outcome: opened.outcome, at: new Date(at ?? 0).toISOString() };
  } else {
    const view = openJson(seal, labelOf(key), outcome ?? "", failure);
    if (view) return { is, run, view };
  }
  return { is: "unreadable", run };
}

/**
 * A token for one submission of a confirm form; it also serves as `Idempotency-Key`. Opening the form again, in
 * another tab, on another device or after Back, gives the same token while `about` (the action, its target and state,
 * and the previous submission) is the same: the two forms are one submission.
 */
export const createSharedToken =
  (database: Database, seal: Seal, make: (user: { subject: string }) => string) =>
  async (user: { subject: string }, what: unknown): Promise<string> => {
    const { subject } = user;
    const about = hashOf(what);
    const label = `form-token:${subject}:${about}`;
    const made = make(user);
    const offered = { token: closeJson(seal, label, made), expiresAt: inSeconds(rememberSeconds) };
    const isOver = sql`${formTokens.expiresAt} <= now()`;
    const either = (own: SQL, other: typeof formTokens.token | typeof formTokens.expiresAt) =>
      sql`case when ${isOver} then ${own} else ${other} end`;
    // The first one's, whoever asks: an update that changes nothing returns it.
    const [row] = await database
      .insert(formTokens)
      .values({ subject, about, ...offered })
      .onConflictDoUpdate({
        target: [formTokens.subject, formTokens.about],
        set: {
          token: either(sql`excluded.token`, formTokens.token),
          expiresAt: either(sql`excluded.expires_at`, formTokens.expiresAt),
        },
      })
      .returning();
    return (row && openJson(seal, label, row.token, z.string())) ?? made;
  };
export const sharedToken = createSharedToken(database, seal, tokens.make);

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
  /** The moment by the clock that all processes share. */
  now: () => SQL;
  /** Repeats `work` until the returned function is called. */
  every: (ms: number, work: () => Promise<void>) => () => void;
};

const realTime: OnceTime = {
  pause: delay,
  clock: () => performance.now(),
  now: databaseNow,
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
export function createOnce(
  database: Database,
  seal: Seal,
  { pause, clock, now, every }: OnceTime = realTime,
): Once {
  /** Results that could not be stored yet. */
  const unstored = new Map<string, Done>();

  const isRun = (run: string) => and(eq(submissions.state, "running"), eq(submissions.run, run));
  const lease = () => later(now(), leaseMs / 1000);

  /** Starts a run, where there is none, or in place of the found one; undefined if another process was faster. */
  async function begin(key: Key, found: State | undefined): Promise<string | undefined> {
    const run = randomUUID();
    const begun = {
      ...{ state: "running" as const, run, leasedUntil: lease(), doneAt: null, outcome: null },
      expiresAt: later(now(), rememberSeconds),
    };
    const isOver = or(
      lt(submissions.expiresAt, now()),
      // A run that was renewed meanwhile goes on.
      and(eq(submissions.state, "running"), lt(submissions.leasedUntil, now())),
      // Not of a run that was late: it may have stored its result since it was read.
      found?.is === "failed" || found?.is === "unreadable"
        ? and(ne(submissions.state, "running"), eq(submissions.run, found.run))
        : undefined,
    );
    const rows = await database
      .insert(submissions)
      .values({ ...key, ...begun })
      .onConflictDoUpdate({
        target: [submissions.subject, submissions.token],
        set: begun,
        setWhere: isOver,
      })
      .returning({ run: submissions.run });
    return rows.length > 0 ? run : undefined;
  }

  /** The lease of a run that was begun at `began`, renewed until its `end`. */
  function leaseOf(key: Key, run: string, began: number): Lease & { end(): void } {
    let until = began + leaseMs - marginMs;
    let isEnded = false;
    let isRenewing = false;
    async function renew() {
      const from = clock();
      const renewed = await database
        .update(submissions)
        .set({ leasedUntil: lease() })
        .where(and(isOf(key), isRun(run)))
        .returning({ run: submissions.run });
      if (renewed.length === 0) throw new LeaseLost();
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
  async function storeDone(key: Key, run: string, { outcome, at }: Done): Promise<boolean> {
    const done = {
      ...{ state: "done" as const, run, leasedUntil: null, doneAt: sql`${at}::timestamptz` },
      ...{ outcome: closeJson(seal, labelOf(key), { outcome }), expiresAt: later(now(), rememberSeconds) },
    };
    for (;;) {
      const isReplaced = and(
        eq(submissions.state, "running"),
        ne(submissions.run, run),
        gt(submissions.leasedUntil, now()),
      );
      const stored = await database
        .insert(submissions)
        .values({ ...key, ...done })
        .onConflictDoUpdate({
          target: [submissions.subject, submissions.token],
          set: done,
          setWhere: and(ne(submissions.state, "done"), isReplaced && not(isReplaced)),
        })
        .returning({ run: submissions.run });
      if (stored.length > 0) return true;
      const found = await readState(database, seal, key, now());
      if (found?.is === "done" || found?.is === "unreadable") return found.is === "unreadable";
      await pause(pollMs);
    }
  }

  /** Retries storing a result until that works; never rejects. */
  async function storeLater(key: Key, run: string, outcome: Done): Promise<void> {
    const name = labelOf(key);
    unstored.set(name, outcome);
    for (let tries = 0; tries < maxTries && unstored.has(name); tries += 1) {
      await delay(retryMs, undefined, { ref: false });
      await storeDone(key, run, outcome).then(
        () => unstored.delete(name),
        (problem) => log.error({ err: problem }, "the outcome of a submission is not stored yet"),
      );
    }
    unstored.delete(name);
  }

  /** Allows the work to be retried, or stores why it failed, unless another run has replaced it. */
  async function storeFailure(key: Key, run: string, problem: unknown): Promise<void> {
    const isOurs = and(isOf(key), isRun(run));
    if (!(problem instanceof ApiError)) {
      await database.delete(submissions).where(isOurs);
      return;
    }
    const outcome = closeJson(seal, labelOf(key), problem.view);
    await database.update(submissions).set({ state: "failed", leasedUntil: null, outcome }).where(isOurs);
  }

  /** Does the work; undefined where another run has taken its place. */
  async function perform<T>(key: Key, run: string, began: number, work: () => Promise<T>) {
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
    const key = keyOf(user, token);
    let waitedFor: string | undefined;
    // Mostly there is none yet: then its claim is the first that is written.
    let found: State | undefined = unstored.get(labelOf(key));
    for (;;) {
      // The result is what an earlier call of this very work resolved to.
      if (found?.is === "done") return { outcome: found.outcome as T, repeated: true, at: found.at };
      if (found?.is === "failed" && found.run === waitedFor) throw new ApiError(found.view);
      if (found?.is === "running" && !found.isLate) {
        waitedFor = found.run;
        await pause(pollMs);
      } else {
        const began = clock();
        const run = await begin(key, found);
        const done = run && (await perform(key, run, began, work));
        if (done) return done;
      }
      found = unstored.get(labelOf(key)) ?? (await readState(database, seal, key, now()));
    }
  };
}

export const once = createOnce(database, seal);

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
    const found = await readState(database, seal, keyOf(user, token), databaseNow());
    if (found?.is === "done" || found?.is === "failed") return found;
    if (found?.is !== "running" || found.isLate) return undefined;
    await delay(pollMs);
  }
}
