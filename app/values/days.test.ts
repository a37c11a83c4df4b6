import { expect, test } from "vitest";
import { createdWithin } from "./days.ts";

const zone = "Australia/Melbourne";
const now = Date.parse("2026-11-23T05:40:59Z");

const noon = (day: number) => `2026-11-${day}T13:00:00.000Z`;

test.each([
  [
    "days begin in the zone, and the last one counts whole",
    { from: "2026-11-20", to: "2026-11-21" },
    noon(19),
    noon(21),
  ],
  ["no day is no limit", {}, undefined, undefined],
  ["nor is what is no day", { from: "2026-02-30" }, undefined, undefined],
  ["an age counts from the hour", { older: "3" }, undefined, "2026-11-20T05:00:00.000Z"],
  ["the earlier of two ends holds", { older: "3", to: "2026-11-22" }, undefined, "2026-11-20T05:00:00.000Z"],
  ["whichever that is", { older: "1", to: "2026-11-19" }, undefined, noon(19)],
])("%s", (_, days, createdFrom, createdBefore) => {
  const expected = Object.entries({ createdFrom, createdBefore }).filter(([, at]) => at !== undefined);
  expect(createdWithin(days, zone, now)).toEqual(Object.fromEntries(expected));
});
