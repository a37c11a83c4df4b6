import { expect, test } from "vitest";
import type { TodayLine } from "#app/today/lines.ts";
import { chartsOf } from "./todayCharts.server.ts";

const now = Date.parse("2026-11-20T00:00:00Z");
const line = (key: string, words: string, count: number, oldestAt?: string): TodayLine => {
  return { key, words, count, orMore: false, oldestAt, href: `/${key}`, revision: "" };
};
const charts = (lines: TodayLine[]) => chartsOf({ at: now, parts: [{ key: "any", title: "Any", lines }] });

test("failed returns by job, most first, and the age of open ones, oldest first [today#charts, charts#table]", () => {
  const shown = charts([
    line("returns:failed:a", "failed at Acquire shipment labels", 2, "2026-11-19T12:00:00Z"),
    line("returns:failed:b", "failed at Send mail", 14, "2026-11-10T00:00:00Z"),
    line("returns:hold", "On Hold", 3, "2026-11-01T00:00:00Z"),
    line("returns:credits", "3 credits owed", 3, "2026-01-01T00:00:00Z"),
    line("orders:INVALID", "Invalid", 7, "2026-01-01T00:00:00Z"),
  ]);
  expect(shown.map(({ key, chart: { name } }) => [key, name])).toEqual([
    ["ages", "Age of open returns: the oldest waits 19 days, On Hold"],
    ["failures", "Failed returns by job: most at Send mail, 14"],
  ]);
  expect(shown.map(({ chart }) => chart.drawing.words.map(({ text }) => text))).toEqual([
    ["19 days: On Hold", "10 days: Send mail", "under a day: Acquire shipment labels"],
    ["14 Send mail", "2 Acquire shipment labels"],
  ]);
  expect(shown.map(({ lines }) => lines.map(({ href }) => href))).toEqual([
    ["/returns:hold", "/returns:failed:b", "/returns:failed:a"],
    ["/returns:failed:b", "/returns:failed:a"],
  ]);
});

test("who sees no returns, or none that wait, gets no chart of them", () => {
  expect(charts([])).toEqual([]);
  expect(charts([line("orders:INVALID", "Invalid", 7, "2026-01-01T00:00:00Z")])).toEqual([]);
});

test("a name that would leave the drawing is cut there [charts#size]", () => {
  const name = "failed at Acquire the shipment labels of the carrier";
  const [shown] = charts([line("returns:failed:a", name, 2)]);
  expect(shown?.chart.drawing.words.map(({ text }) => text)).toEqual([expect.stringMatching(/^.{20,30}…$/)]);
  expect(shown?.lines[0]?.words).toBe(name);
});

test("a time that cannot be read is no age; of many jobs the first are drawn and all listed", () => {
  const failed = (at: number) => line(`returns:failed:${at}`, `failed at Job ${at}`, at + 1, "soon");
  const many = Array.from({ length: 10 }, (_, at) => failed(at));
  const [failures, ...noMore] = charts(many);
  expect(noMore).toEqual([]);
  expect(failures?.lines).toHaveLength(10);
  expect(failures?.chart.drawing.words).toHaveLength(8);
  expect(failures?.about).toBe("Returns that wait now, by the job that failed. The first 8 of 10 are drawn.");
});
