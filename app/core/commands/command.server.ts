import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import { audit } from "#app/core/audit/audit.server.ts";
import type { AuditOutcome } from "#app/core/audit/kinds.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { noUsername } from "#app/core/auth/loginProblems.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashedName } from "#app/core/database/seal.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { earlierOutcome, hashOf, once, sharedToken, tokens } from "#app/core/http/once.server.ts";
import { shorten } from "#app/core/values/values.ts";
import { type EarlierSubmission, type Question, type Receipt, receipt } from "./command.ts";
import {
  type FollowedFrom,
  type FollowedRecord,
  keepFollowed,
  type RecordProgress,
  recordProgress,
  submissionOf,
} from "./follow.server.ts";
import { followInBackground } from "./followInBackground.server.ts";
import { notifySettled, type Settled } from "./settled.server.ts";
import { lastSubmissions } from "./tables.ts";

export type Availability =
  | {
      is: "offered";
      /** Sends it with this `Idempotency-Key`; resolves to the server's time if it returns one. Throws ApiError. */
      send(token: string): Promise<{ at?: string }>;
    }
  /**
   * A question must be answered first; nothing is sent before that. 400 means that the person has
   * to fix or tick something.
   */
  | { is: "unconfirmed"; status: 200 | 400 | 409 }
  /** The record already has this state; there is nothing to send. */
  | { is: "alreadyDone" }
  | { is: "refused"; status: 403 | 404 | 409 | 422; words: string };

export type Offer<Slot> = {
  /** The record as the server sent it: while it is unchanged, doing the command again is a repetition. */
  raw: unknown;
  /** How far the record has come; absent where that does not tell what became of the command. */
  progress?: RecordProgress | undefined;
  /** What a person typed or chose for it: another payload is another submission. */
  payload: string;
  receipt: Receipt;
  question: Question;
  slot: Slot;
  availability: Availability;
};

/**
 * One write that is confirmed first: what is done, to what, by whom, with which input. It is a
 * value: a dialog can ask about it, and it also runs without one.
 */
export type Command<Slot> = {
  user: User;
  /** Action and target: the same for every form of one command, unique among all commands. */
  key: string;
  href: string;
  /** By which its record is read again, so that what becomes of it is followed; absent where nobody can tell. */
  follows?: FollowedRecord | undefined;
  /** Reads the record and the availability of the command. Throws ApiError. */
  read(): Promise<Offer<Slot>>;
};

export type CommandResult<Slot> =
  /** `before`: how far the record had come when it was sent, if what becomes of it can be followed. */
  | { is: "done"; receipt: Receipt; at: string; repeated: boolean; before?: RecordProgress | undefined }
  | { is: "alreadyDone"; receipt: Receipt }
  | { is: "unconfirmed"; offer: Offer<Slot>; status: 200 | 400 | 409 }
  | { is: "refused"; offer: Offer<Slot>; status: number; words: string }
  /** The record could not be read, so nothing was sent. */
  | { is: "unread"; problem: ErrorView }
  | { is: "failed"; offer: Offer<Slot>; problem: ErrorView };

export const refused = (status: 403 | 404 | 409 | 422, words: string) =>
  ({ is: "refused", status, words }) as const satisfies Availability;

/** Why a user without a username can't act. */
export const withoutUsername = refused(403, noUsername);

/** Why a withdrawn action is not done. */
export const notOffered = refused(409, "This action is not offered now. It may have been done already.");

/** The record of a submission: which one it was, and its message. */
const spent = z.object({
  mark: z.string(),
  at: z.string().optional(),
  receipt,
  before: recordProgress.optional(),
});

const rememberSeconds = 24 * 60 * 60;

/** The last submission of a command, by anybody, that left its record unchanged. */
async function lastSubmission(key: string, raw: unknown) {
  const isThis = eq(lastSubmissions.command, hashOf([key, raw]));
  const [last] = await database
    .select()
    .from(lastSubmissions)
    .where(and(isThis, gt(lastSubmissions.expiresAt, sql`now()`)));
  return last;
}

async function rememberSubmission(
  { user, key }: Pick<Command<unknown>, "user" | "key">,
  raw: unknown,
  { token, receipt, at }: { token: string; receipt: Receipt; at: string },
): Promise<void> {
  const { verb, object, name } = receipt;
  const last = {
    ...{ submission: hashedName(token), verb, object, name, at: new Date(at) },
    ...{ subject: user.subject, by: nameOf(user), expiresAt: inSeconds(rememberSeconds) },
  };
  await database
    .insert(lastSubmissions)
    .values({ command: hashOf([key, raw]), ...last })
    .onConflictDoUpdate({ target: lastSubmissions.command, set: last });
}

/** The message about the last submission of a command on its unchanged record; undefined if there was none. */
export async function earlierSubmission<Slot>(
  { user, key }: Command<Slot>,
  raw: unknown,
): Promise<EarlierSubmission | undefined> {
  const last = await lastSubmission(key, raw);
  if (!last) return undefined;
  const { verb, object, name, subject, by, at } = last;
  return {
    what: `${verb}: ${[object, name].filter(Boolean).join(" ")}`,
    at: at.toISOString(),
    by: subject === user.subject ? undefined : by,
  };
}

/**
 * The token of a command in its record's current state: forms opened before one of them is submitted share it, and
 * are one submission. After a submission that left the record unchanged, there is a new token.
 */
export async function tokenFor<Slot>({ user, key }: Command<Slot>, raw: unknown): Promise<string> {
  const last = await lastSubmission(key, raw);
  return sharedToken(user, { key, raw, after: last?.submission });
}

type Spent = z.output<typeof spent>;

/** Distinguishes the submissions under one token. */
const markOf = ({ key }: { key: string }, payload: string): string => hashOf([key, payload]);

/** The key of a second submission under the same token: two forms may share a token and have different payloads. */
const derived = (token: string, mark: string): string => `${token}.${mark}`;

/** The result of an earlier submission of this very form, if it was done. */
async function doneEarlier<Slot>(
  command: Command<Slot>,
  payload: string,
  token: string,
): Promise<CommandResult<Slot> | undefined> {
  const mark = markOf(command, payload);
  for (const under of [token, derived(token, mark)]) {
    const earlier = await earlierOutcome(command.user, under);
    const read = earlier?.is === "done" ? spent.safeParse(earlier.outcome) : undefined;
    if (earlier?.is === "done" && read?.success && read.data.mark === mark) {
      const { receipt, before, at = earlier.at } = read.data;
      return { is: "done", receipt, at, repeated: true, before };
    }
  }
  return undefined;
}

/** Sends what is offered, once per token and payload. */
async function submit<Slot>(
  command: Command<Slot>,
  { raw, progress: before, receipt, payload }: Offer<Slot>,
  send: Extract<Availability, { is: "offered" }>["send"],
  token: string,
): Promise<CommandResult<Slot>> {
  const { user } = command;
  const mark = markOf(command, payload);
  const sendUnder = (under: string) =>
    once(user, under, async (): Promise<Spent> => {
      const { at } = await send(under);
      return { mark, receipt, at, before };
    });
  const first = await sendUnder(token);
  const sent = first.outcome.mark === mark ? first : await sendUnder(derived(token, mark));
  const at = sent.outcome.at ?? sent.at;
  if (!sent.repeated) await rememberSubmission(command, raw, { token, receipt, at });
  return {
    is: "done",
    receipt: sent.outcome.receipt,
    at,
    repeated: sent.repeated,
    before: sent.outcome.before,
  };
}

/** Whether a submission under this token got no response, and so may have been accepted. */
export async function mayBeDone(user: User, token: string): Promise<boolean> {
  const earlier = await earlierOutcome(user, token);
  return earlier?.is === "failed" && earlier.view.write === "unknown";
}

/** Why a command that is not offered is not sent. */
async function notSent<Slot>(
  { user }: Command<Slot>,
  offer: Offer<Slot>,
  token: string,
): Promise<CommandResult<Slot>> {
  const { availability, receipt } = offer;
  switch (availability.is) {
    case "refused": {
      const perhaps = "Your submission, whose answer never came, may have been taken.";
      const words = (await mayBeDone(user, token)) ? `${availability.words} ${perhaps}` : availability.words;
      return { is: "refused", offer, status: availability.status, words };
    }
    case "unconfirmed":
      return { is: "unconfirmed", offer, status: availability.status };
    default:
      return { is: "alreadyDone", receipt };
  }
}

/** Where a command comes from: the page that tells its outcome, and its dialog or run. */
export type CommandOrigin = FollowedFrom & Partial<Pick<Settled, "dialog" | "isOneOfMany">>;

/**
 * Reads the record again and runs the command if it is offered, once per token. If this very form
 * was submitted before, returns that result, whatever the record's state now. Redirects (to
 * sign-in) and unknown errors pass through. Then the listeners get how it ended (`onSettled`).
 */
export async function runCommand<Slot>(
  command: Command<Slot>,
  token: string,
  { dialog, isOneOfMany = false, ...from }: CommandOrigin = { closeTo: command.href },
): Promise<CommandResult<Slot>> {
  const result = await run(command, token);
  await auditOutcome(command, result, token);
  await followOutcome(command, result, token, from);
  const ended = endOf(result);
  const { user, key, href } = command;
  if (ended) await notifySettled({ user, key, href, token, ...ended, isOneOfMany, dialog });
  return result;
}

/** How a submitted command ended; undefined for what was only asked about, or refused unsent. */
function endOf<Slot>(result: CommandResult<Slot>): Pick<Settled, "ended" | "receipt"> | undefined {
  switch (result.is) {
    case "done":
      return { receipt: result.receipt, ended: { is: "done", repeated: result.repeated } };
    case "alreadyDone":
      return { receipt: result.receipt, ended: { is: "alreadyDone" } };
    case "failed":
      return { receipt: result.offer.receipt, ended: { is: "failed", problem: result.problem } };
    default:
      return undefined;
  }
}

/** Has the outcome of what was submitted followed, once for a submission (actions#followed). */
async function followOutcome<Slot>(
  { user, href, follows, read }: Command<Slot>,
  result: CommandResult<Slot>,
  token: string,
  from: FollowedFrom,
): Promise<void> {
  if (result.is !== "done" || !result.before || !follows) return;
  const { before, repeated, at } = result;
  const { object, name } = result.receipt;
  const submission = submissionOf(token);
  const about = { ...follows, ...from, submission, before, object, name, href, at: Date.parse(at) };
  await keepFollowed(user, about, repeated);
  if (repeated) return;
  const progress = async () => (await read()).progress;
  followInBackground({ person: user, submission, before, read: progress });
}

/** Records the result of a command in the audit trail, unless it was only asked about or done before. */
async function auditOutcome<Slot>(
  { href }: Command<Slot>,
  result: CommandResult<Slot>,
  token: string,
): Promise<void> {
  const write = ({ verb, object, name }: Receipt, outcome: AuditOutcome, why = "") =>
    audit({
      kind: "action",
      did: [verb, object].filter(Boolean).join(": "),
      record: name,
      href,
      outcome,
      why,
      submission: submissionOf(token),
    });
  switch (result.is) {
    case "done":
      return result.repeated ? undefined : write(result.receipt, "done", result.receipt.why);
    case "refused":
      return write(result.offer.receipt, "refused", result.words);
    case "failed": {
      const { write: sent, message } = result.problem;
      return write(result.offer.receipt, sent === "unknown" ? "unknown" : "failed", shorten(message, 300));
    }
    default:
      return undefined;
  }
}

/** A form made for somebody else: another person signed in since, in the same browser. */
const foreignForm = ({ correlationId }: User): ErrorView => ({
  statusLine: "Bad Request",
  code: 400,
  message: "This form was not made for you.",
  correlationId,
  advice: "What it says is still here: look at it, then submit it again.",
  write: "notSent",
});

async function run<Slot>(command: Command<Slot>, token: string): Promise<CommandResult<Slot>> {
  const looked = await attempt(command.read());
  if (!looked.ok) return { is: "unread", problem: looked.error };
  const offer = looked.value;
  const { availability, payload } = offer;
  if (availability.is !== "offered") {
    const turnsPage = availability.is === "unconfirmed" && availability.status === 200;
    const done = turnsPage ? undefined : await doneEarlier(command, payload, token);
    return done ?? notSent(command, offer, token);
  }
  if (!tokens.isOf(token, command.user)) return { is: "failed", offer, problem: foreignForm(command.user) };
  const sent = await attempt(submit(command, offer, availability.send, token));
  if (sent.ok) return sent.value;
  if (sent.error.code === 409) {
    // Somebody was a moment faster: ask again, with the current state.
    const again = await attempt(command.read());
    if (again.ok && again.value.availability.is === "unconfirmed")
      return notSent(command, again.value, token);
    if (again.ok) return { is: "failed", offer: again.value, problem: sent.error };
  }
  return { is: "failed", offer, problem: sent.error };
}
