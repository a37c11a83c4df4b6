import { expect, test } from "vitest";
import { atState, ediNote, stepNote, written } from "#platform/domains/edi/documents/streams.ts";
import { attentionOf } from "./attention.ts";

const step = "transmit-outbound-interchange";
const at = new Date("2026-11-20T00:00:00Z");
const inState = (state: "failed" | "hold" | "rejected", ...notes: Parameters<typeof written>[0]) => ({
  state,
  streams: atState({}, "interchange/send", state, step),
  histories: written(notes, at),
  handledAt: null,
});

test("a failure says which step it was and why, also where the history lost it [edi#attention-words]", () => {
  const failure = stepNote("failure", "interchange/send", step, "The folder is full");
  expect(attentionOf(inState("failed", failure))).toEqual([`The step '${step}' failed: The folder is full`]);
  expect(attentionOf(inState("failed"))).toEqual([
    `The step '${step}' failed. Its history does not say why.`,
  ]);
  expect(attentionOf(inState("hold"))).toEqual([`It is on hold at the step '${step}'.`]);
});

test("a refused interchange has its errors [edi#attention-words]", () => {
  const refused = ediNote("interchange:refused", "UNZ is missing.");
  expect(attentionOf(inState("rejected", refused), true)).toEqual(["UNZ is missing."]);
});
