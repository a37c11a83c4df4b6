import { expect, test } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import { awayText } from "./titleBadge.ts";
import type { PrintEntry, QueueView } from "./types.ts";

const away = (entries: Partial<PrintEntry>[], rest: Partial<QueueView> = {}) =>
  awayText({
    entries: entries.map((fields, at) => printEntry(String(at), fields)),
    isRunning: false,
    ...rest,
  });

test("the line at the foot is there while labels are on their way, and stays where one needs a person [labels#away]", () => {
  expect([away([]), away([{}, { state: "printed" }]), away([{ state: "failed", isClosed: true }])]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect(away([{}, { state: "waiting" }], { isRunning: true })).toEqual({
    ...{ words: "1 of 2 labels sent.", isTrouble: false },
  });
  expect(away([{}, { state: "failed" }])).toEqual({
    ...{ words: "1 of 2 labels sent, 1 failed.", isTrouble: true },
  });
  expect([away([{ hold: "out" }]), away([{ state: "unknown" }])]).toMatchObject([
    ...[{ isTrouble: true }, { isTrouble: true }],
  ]);
  expect(away([{ state: "waiting" }], { paused: "The session has ended." })?.words).toBe(
    "0 of 1 label sent. The session has ended.",
  );
});
