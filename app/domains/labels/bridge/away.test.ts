import { expect, test } from "vitest";
import { awayText } from "./away.ts";
import type { PrintEntry, QueueView } from "./types.ts";

const entry = (fields: Partial<PrintEntry>) =>
  ({ id: "a", label: { copies: 1 }, state: "sent", ...fields }) as PrintEntry;
const queue = (entries: Partial<PrintEntry>[], rest: Partial<QueueView> = {}): QueueView => ({
  entries: entries.map(entry),
  isRunning: false,
  ...rest,
});

test("nothing is said where nothing prints, nor of what has come through", () => {
  expect(awayText(queue([]))).toBeUndefined();
  expect(awayText(queue([{}, { state: "printed" }]))).toBeUndefined();
  expect(awayText(queue([{ state: "failed", isClosed: true }]))).toBeUndefined();
});

test("labels on their way are counted, in the tone of what goes on by itself", () => {
  expect(awayText(queue([{}, { state: "waiting" }], { isRunning: true }))).toEqual({
    words: "1 of 2 labels sent.",
    isTrouble: false,
  });
});

test("what needs a person stays there once the queue has ended", () => {
  expect(awayText(queue([{}, { state: "failed" }]))).toEqual({
    words: "1 of 2 labels sent, 1 failed.",
    isTrouble: true,
  });
  expect(awayText(queue([{ hold: "out" }]))?.isTrouble).toBe(true);
  expect(awayText(queue([{ state: "waiting" }], { paused: "The session has ended." }))?.words).toBe(
    "0 of 1 label sent. The session has ended.",
  );
});
