import { expect, test } from "vitest";
import { hoursOfDay } from "./hours.ts";

test("a day has the hours 00:00 to 23:00", () => {
  expect(hoursOfDay).toHaveLength(24);
  expect([hoursOfDay[0], hoursOfDay[9], hoursOfDay[23]]).toEqual(["00:00", "09:00", "23:00"]);
});
