import type { EdiActionName } from "#contract/ediActions.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { atState } from "#platform/domains/edi/documents/streams.ts";

/** Another record that an operation speaks of, under its wire names. `id` of a `utopia-order` is its order number. */
type Related = { kind: "interchange" | "order" | "utopia-order"; id: string; name: string };

/** An operation in the words that a person reads before it is carried out. */
export type Offer = {
  title: string;
  description: string;
  warning?: string;
  needs_reason?: true;
  takes_lines?: true;
  danger?: true;
  related?: Related[];
};

/** A document that is locked, what stands around it, and what the person said. */
export type Asked<Document, Around> = {
  transaction: Database;
  found: Document;
  around: Around;
  reason: string;
  /** What is said to lines, for an action that takes them. */
  answer?: EdiOrderAnswer | undefined;
  /** Who asks. */
  user: string;
  at: Date;
};

/** One thing that may be done to a document (edi#operations): a row of a table. */
export type Operation<Document, Around, Change> = {
  action: EdiActionName;
  /** Undefined where it is not offered now. */
  offer(found: Document, around: Around): Offer | undefined;
  change(asked: Asked<Document, Around>): Promise<Change> | Change;
};

/** What is offered for a document now, under its wire names. */
export const offersOf = <Document, Around, Change>(
  operations: readonly Operation<Document, Around, Change>[],
  found: Document,
  around: Around,
) =>
  operations.flatMap(({ action, offer }) => {
    const offered = offer(found, around);
    return offered ? [{ action, ...offered }] : [];
  });

/** States that a person can take a stream out of: it then goes on at the step that it stopped at. */
const resumable = ["failed", "hold", "manual", "stalled", "stale"];
const waiting = ["new", "active", "passive"];

export const isStopped = (state: string): boolean => resumable.includes(state);

export const isOutstanding = (streams: StoredStreams): boolean =>
  Object.values(streams).some(({ state }) => isStopped(state) || waiting.includes(state));

/** The streams of a document once those that stopped go on. */
function resumed(streams: StoredStreams): StoredStreams {
  return Object.fromEntries(
    Object.entries(streams).map(([name, status]) => {
      if (!isStopped(status.state)) return [name, status];
      // A stream that waits for something outside waits on; one with a sequence of steps goes on with it.
      const state = /^order\/(wait|supply)/.test(name) ? "passive" : "active";
      return [name, { ...status, state }];
    }),
  );
}

/** What becomes of a document that goes on: it is looked at right away where anything is outstanding. */
export const going = (streams: StoredStreams, at: Date): { streams: StoredStreams; stepAt?: Date } => ({
  streams: resumed(streams),
  ...(isOutstanding(streams) ? { stepAt: at } : {}),
});

/** The streams of a document that a person ended: what was never done is rejected, what waited for a person is done. */
export function ended(streams: StoredStreams): StoredStreams {
  return Object.entries(streams).reduce((all, [name, { state, step }]) => {
    if (state === "completed" || state === "rejected") return all;
    return atState(all, name, state === "failed" || state === "hold" ? "rejected" : "completed", step);
  }, streams);
}

/** What `process` does to a document in these streams, in words. */
export function processWords(streams: StoredStreams): string {
  const stopped = Object.values(streams).find(({ state }) => isStopped(state));
  if (stopped) return `It goes on at the step '${stopped.step}', where it stopped.`;
  return isOutstanding(streams)
    ? "What is outstanding is looked at right away, and done as far as it can be."
    : "Nothing is outstanding: that you asked is written into the history, and nothing else happens.";
}
