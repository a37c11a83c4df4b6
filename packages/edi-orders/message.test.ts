import { expect, test } from "vitest";
import { runSync } from "#edifact/index.ts";
import { partnerLines } from "./message.ts";

const document = {
  messageHeader: { messageIdentifier: { messageType: "ORDERS" } },
  segmentGroup28: Array.from({ length: 50 }, (_, index) => ({
    lineItem: { lineItemIdentifier: String(index + 1) },
  })),
};

test("the lines of a message are read one at a time, so that others get their turn in between", () => {
  const work = partnerLines(document);
  let turns = 0;
  while (!work.next().done) turns += 1;
  expect(turns).toBe(50);
  expect(runSync(partnerLines(document)).map(({ number }) => number)).toEqual(
    Array.from({ length: 50 }, (_, index) => String(index + 1)),
  );
});
