import { expect, test } from "vitest";
import { createdWithin } from "./days.ts";

const zone = "Australia/Melbourne";
const now = Date.parse("2026-11-23T05:40:59Z");

test("days begin in the zone, and the last one counts whole", () => {
  expect(createdWithin({ from: "2026-11-20", to: "2026-11-21" }, zone, now)).toEqual({
    createdFrom: "2026-11-19T13:00:00.000Z",
    createdBefore: "2026-11-21T13:00:00.000Z",
  });
  expect(createdWithin({}, zone, now)).toEqual({});
  expect(createdWithin({ from: "2026-02-30" }, zone, now)).toEqual({});
});

test("an age counts from the hour, and the earlier of two ends holds", () => {
  expect(createdWithin({ older: "3" }, zone, now)).toEqual({ createdBefore: "2026-11-20T05:00:00.000Z" });
  expect(createdWithin({ older: "3", to: "2026-11-22" }, zone, now)).toEqual({
    createdBefore: "2026-11-20T05:00:00.000Z",
  });
  expect(createdWithin({ older: "1", to: "2026-11-19" }, zone, now)).toEqual({
    createdBefore: "2026-11-19T13:00:00.000Z",
  });
});
