import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { notesNow, noting } from "#app/core/http/requestNotes.server.ts";
import { log } from "#app/core/log.server.ts";
import { noteOutcome, outcomeOf, type RecordProgress } from "./follow.server.ts";

const firstMs = 5_000;
const maxMs = 60_000;
const endsMs = 30 * 60_000;

/** Records are read by so many at a time in this process, whoever follows them. */
const lanes: Promise<unknown>[] = Array.from({ length: 4 }, () => Promise.resolve());
let nextLane = 0;

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const lane = nextLane++ % lanes.length;
  const turn = (lanes[lane] ?? Promise.resolve()).then(work);
  lanes[lane] = turn.catch(() => undefined);
  return turn;
}

type Submission = {
  person: { subject: string };
  submission: string;
  before: RecordProgress;
  /** Reads the record again. Throws ApiError, and what ends a session. */
  read(): Promise<RecordProgress | undefined>;
};

/** Reads a record again until it is at rest, half an hour at most, or until the session has ended. */
export async function followUntilAtRest(
  { person, submission, before, read }: Submission,
  pause: (ms: number) => Promise<unknown> = (ms) => delay(ms, undefined, { ref: false }),
): Promise<void> {
  let waitMs = firstMs;
  for (let waitedMs = 0; waitedMs < endsMs; waitedMs += waitMs) {
    waitMs = waitedMs === 0 ? firstMs : Math.min(maxMs, waitMs * 1.5);
    await pause(waitMs);
    try {
      const about = notesNow();
      const now = await inTurn(about ? () => noting({ ...about, hasWaited: false }, read) : read);
      if (await noteOutcome(person, submission, now && outcomeOf(before, now))) return;
    } catch (problem) {
      // Unreadable for now: it is read again later.
      if (problem instanceof ApiError) continue;
      // A redirect to sign-in.
      if (problem instanceof Response) return;
      throw problem;
    }
  }
}

/**
 * Follows what was submitted, whether or not a page asks (actions#followed). What another process or a restart leaves
 * open is read again by the next page that shows it.
 */
export function followInBackground(submission: Submission): void {
  followUntilAtRest(submission).catch((problem: unknown) =>
    log.error({ err: problem }, "an action is followed no more"),
  );
}
