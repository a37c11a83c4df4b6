import { expect, test } from "vitest";
import { nextAt, suggestedTime } from "./plan.ts";

const melbourne = "Australia/Melbourne";
const at = (iso: string) => Date.parse(iso);

test("a time is the next at which clocks show it, today or tomorrow, also when clocks change [bulk#later]", () => {
  const noon = at("2026-11-29T12:00:00+11:00");
  expect(nextAt("18:00", melbourne, noon)).toBe(at("2026-11-29T18:00:00+11:00"));
  expect(nextAt("11:59", melbourne, noon)).toBe(at("2026-11-30T11:59:00+11:00"));
  expect(nextAt("12:00", melbourne, noon), "not now").toBe(at("2026-11-30T12:00:00+11:00"));
  // Clocks go back an hour on 5 April 2026.
  expect(nextAt("06:00", melbourne, at("2026-04-04T20:00:00+11:00"))).toBe(at("2026-04-05T06:00:00+10:00"));
  for (const wrong of ["", "6 pm", "25:00", "18:00:00", "1800"])
    expect(nextAt(wrong, melbourne, noon), wrong).toBeUndefined();
});

test("the suggestion is a full hour, half an hour away at least", () => {
  expect(suggestedTime(melbourne, at("2026-11-29T12:10:00+11:00"))).toBe("13:00");
  expect(suggestedTime(melbourne, at("2026-11-29T12:30:00+11:00"))).toBe("13:00");
  expect(suggestedTime(melbourne, at("2026-11-29T12:31:00+11:00"))).toBe("14:00");
  expect(suggestedTime(melbourne, at("2026-11-29T23:50:00+11:00"))).toBe("01:00");
});
