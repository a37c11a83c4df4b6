import type { z } from "zod";
import type { EdiActionName, ediAvailableAction } from "#contract/ediActions.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import type { Database } from "#database/connect.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { atState } from "#platform/domains/edi/documents/streams.ts";

/** An operation with the words that a person reads before performing it. */
export type Offer = z.output<z.ZodObject<Omit<(typeof ediAvailableAction)["shape"], "action">>> & {
  title: string;
};

/** A locked document with its context, and the person's input. */
export type Asked<Document, Around> = {
  transaction: Database;
  found: Document;
  around: Around;
  reason: string;
  answer?: EdiOrderAnswer | undefined;
  user: string;
  at: Date;
};

/** An operation on a document (edi#operations): a row of a table. */
export type Operation<Document, Around, Change> = {
  action: EdiActionName;
  offer(found: Document, around: Around): Offer | false | undefined;
  change(requested: Asked<Document, Around>): Promise<Change> | Change;
};

/** The offered operations of a document, under their wire names. */
export const offersOf = <Document, Around, Change>(
  operations: readonly Operation<Document, Around, Change>[],
  found: Document,
  around: Around,
) =>
  operations.flatMap(({ action, offer }) => {
    const offered = offer(found, around);
    return offered ? [{ action, ...offered }] : [];
  });

/** States that a person can take a stream out of: it resumes at the step at which it stopped. */
const resumable = ["failed", "hold", "manual", "stalled", "stale"];
const waiting = ["new", "active", "passive"];

export const isStopped = (state: string): boolean => resumable.includes(state);

export const isOutstanding = (streams: StoredStreams): boolean =>
  Object.values(streams).some(({ state }) => isStopped(state) || waiting.includes(state));

function resumed(streams: StoredStreams): StoredStreams {
  return Object.fromEntries(
    Object.entries(streams).map(([name, status]) => {
      if (!isStopped(status.state)) return [name, status];
      // A stream that waits for something outside keeps waiting; one with steps continues with them.
      const state = /^order\/(wait|supply)/.test(name) ? "passive" : "active";
      return [name, { ...status, state }];
    }),
  );
}

/** A document that resumes: it is due now where anything is outstanding. */
export const going = (streams: StoredStreams, at: Date): { streams: StoredStreams; stepAt?: Date } => ({
  streams: resumed(streams),
  ...(isOutstanding(streams) ? { stepAt: at } : {}),
});

/** A document's streams after a person ended it: unfinished work is rejected, waiting for a person is done. */
export function ended(streams: StoredStreams): StoredStreams {
  return Object.entries(streams).reduce((all, [name, { state, step }]) => {
    if (state === "completed" || state === "rejected") return all;
    return atState(all, name, state === "failed" || state === "hold" ? "rejected" : "completed", step);
  }, streams);
}

/** Describes what `process` does to a document in these streams. */
export function processWords(streams: StoredStreams): string {
  const stopped = Object.values(streams).find(({ state }) => isStopped(state));
  if (stopped) return `It goes on at the step '${stopped.step}', where it stopped.`;
  return isOutstanding(streams)
    ? "What is outstanding is looked at right away, and done as far as it can be."
    : "Nothing is outstanding: that you asked is written into the history, and nothing else happens.";
}
