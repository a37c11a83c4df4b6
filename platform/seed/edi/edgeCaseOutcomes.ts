import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { receiveSteps, receiveStream } from "#platform/domains/edi/interchanges/arrivals.ts";
import { unmatched } from "#platform/domains/edi/operations/attention.ts";
import { received, receiveNotes, type SeedInterchange } from "./events.ts";

/** What became of an interchange. */
type Outcome = Pick<SeedInterchange, "streams" | "notes">;

/** An odd interchange: its name, its bytes, and what it has of its own. */
export type Odd = Pick<SeedInterchange, "write"> & Partial<SeedInterchange> & { name: string };

export const good: Outcome = { streams: received(), notes: receiveNotes(4, []) };

export const refused = (action: string, why: string): Outcome => ({
  streams: received("rejected", receiveSteps[0]),
  notes: [
    ediNote("interchange:received", "Came in with its file"),
    stepNote("start", receiveStream, receiveSteps[0], "Begins"),
    ediNote("interchange:refused", why),
    stepNote(
      "finish",
      receiveStream,
      receiveSteps[0],
      `Acknowledged with action ${action}. It is not processed`,
    ),
  ],
});

export const failed: Outcome = {
  streams: received("failed", receiveSteps[0]),
  notes: [
    ediNote("interchange:received", "Came in with its file"),
    stepNote("start", receiveStream, receiveSteps[0], "Begins"),
    stepNote("failure", receiveStream, receiveSteps[0], "The interchange has errors in its envelope"),
  ],
};

/** Left to a person in the end, with what has to be known. */
export const manual = (words: string, reason = "message:not-processed"): Outcome => ({
  streams: received("manual"),
  notes: [...receiveNotes(4, []), ediNote(reason, words)],
});

export const answersNothing = (reference: string) =>
  manual(`No interchange ${reference} was sent to this partner`, unmatched);

export const at = (state: string, step: string): Outcome => ({
  streams: received(state, step),
  notes: receiveNotes(1, ["No acknowledgement is asked for"]),
});
