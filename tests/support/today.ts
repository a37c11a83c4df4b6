import { afterAll, beforeAll, vi } from "vitest";
import type { TodayLine } from "#app/core/records/todayLine.ts";

/** A line of Today, as a source reads it. */
export const someLine: TodayLine = {
  key: "a",
  words: "Pending",
  count: 7,
  orMore: false,
  href: "/orders/",
  revision: "s",
};

/** Tests of this block move the clock themselves. */
export function onFakeClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
