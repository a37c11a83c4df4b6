import { expect, test } from "vitest";
import { countWords, type TodayLine } from "#app/core/records/todayLine.ts";
import {
  firstLines,
  newsOf,
  openLines,
  splitParts,
  type TodayPart,
  waitsOf,
  withAdded,
  withDay,
  withoutHandled,
} from "./lines.ts";

const line = (key: string, over: Partial<TodayLine> = {}): TodayLine => ({
  ...{ key, words: key, count: 1, orMore: false, href: "/", revision: `${key} as it was`, ...over },
});
const part = (key: string, lines: TodayLine[], over: Partial<TodayPart> = {}): TodayPart => {
  return { key, title: key, lines, ...over };
};
const keysOf = (parts: { lines: readonly TodayLine[] }[]) =>
  parts.map(({ lines }) => lines.map(({ key }) => key));
const error = { statusLine: "Gateway Timeout", code: 504, message: "Slow", correlationId: "c", advice: "" };

test("the number is the sum of the lines; it says 'or more' where one of them, or a part that cannot be read, does", () => {
  const exact = [part("a", [line("x", { count: 1200 })]), part("b", [line("y", { count: 4 })])];
  expect(countWords(waitsOf(exact))).toBe("1,204");
  const more = [...exact, part("c", [line("z", { count: 20, orMore: true })])];
  expect(countWords(waitsOf(more))).toBe("1,224 or more");
  expect(countWords(waitsOf([...exact, part("c", [], { error })]))).toBe("1,204 or more");
});

test("what is new since a visit is told line by line; one's own lines always count [today#since]", () => {
  const own = line("own", { isMine: true });
  const parts = [part("a", [line("x", { count: 7 }), line("y", { count: 2 }), line("z", { count: 3 }), own])];
  const last = { at: 1, counts: { x: 5, y: 4, own: 0 } };
  expect(withAdded(parts, last)[0]?.lines.map(({ added }) => added)).toEqual([2, undefined, 3, undefined]);
  expect(newsOf(parts, last)).toBe(6);
  expect(newsOf(parts, undefined)).toBe(1);
});

test("a line is postponed until its revision changes; postponed lines are not counted", () => {
  const lines = [line("x", { count: 3 }), line("y", { count: 4 })];
  const put = splitParts([part("a", lines)], { x: "x as it was" });
  expect([keysOf(put.parts), keysOf(put.snoozed)]).toEqual([[["y"]], [["x"]]]);
  expect(waitsOf(put.parts)).toEqual({ count: 4, orMore: false });
  const changed = splitParts([part("a", lines)], { x: "x as it was before", constructor: "y as it was" });
  expect(changed.snoozed).toEqual([]);
  expect(waitsOf(changed.parts)).toEqual({ count: 7, orMore: false });
});

test("handled records are subtracted from their lines, which show their number, and nothing else changes [today#handled]", () => {
  const oldestAt = "2026-11-20T00:00:00Z";
  const lines = [line("x", { count: 3, oldestAt }), line("y"), line("z", { count: 2, orMore: true })];
  const since = "2026-11-21T00:00:00Z";
  const dated = [["x"], ["x", "y"]].map((of) => ({ lines: of, records: 1, since }));
  const undated = [
    { lines: ["z"], records: 2 },
    { lines: ["nowhere"], records: 1 },
  ];
  const left = withoutHandled([part("a", lines)], [...dated, ...undated]);
  const { parts } = splitParts(left, {});
  expect(parts[0]?.lines).toEqual([
    line("x", { count: 1, oldestAt, handled: 2 }),
    line("z", { count: 0, orMore: true, oldestAt: undefined, handled: 2 }),
  ]);
  expect(countWords(waitsOf(parts))).toBe("1 or more");
  // It stays postponed: handling a record does not change it.
  expect(splitParts(left, { x: "x as it was" }).snoozed[0]?.lines.map(({ key }) => key)).toEqual(["x"]);
});

test("a sum subtracts a record once for each of its lines", () => {
  const sums = ["m1", "m2"];
  const all = [["m1", "m2", "other"], ["m2"], ["other"]].map((lines) => ({ lines, records: 1 }));
  const [left] = withoutHandled([part("a", [line("others", { count: 5, sums }), line("x")])], all);
  expect(left?.lines).toEqual([line("others", { count: 2, handled: 2, oldestAt: undefined }), line("x")]);
});

test("if a handled one may have been the oldest, no oldest is shown", () => {
  const oldestAt = "2026-11-20T00:00:00Z";
  for (const since of [oldestAt, undefined]) {
    const parts = [part("a", [line("x", { count: 3, oldestAt })])];
    const [left] = withoutHandled(parts, [{ lines: ["x"], records: 1, since }]);
    expect(left?.lines[0]?.oldestAt).toBeUndefined();
  }
});

test("an empty section is omitted, but not an unreadable one", () => {
  const all = [part("a", []), part("b", [], { error }), part("c", [line("x")])];
  const { parts } = splitParts(all, { x: "x as it was" });
  expect(parts.map(({ key }) => key)).toEqual(["b"]);
});

test("seven lines of one's own work stand open: what is new, then what costs money, then the newest [today#queues]", () => {
  const days = ["2026-11-01", "2026-11-05", "2026-11-03"].map((oldestAt) => line(oldestAt, { oldestAt }));
  const many = Array.from({ length: 9 }, (_, index) => line(`ageless ${index}`));
  const parts = [
    part("orders", [...days, ...many]),
    part("returns", [line("money", { costsMoney: true }), line("new", { added: 2 })]),
    part("rules", [line("of others", { added: 1 })]),
  ];
  expect(openLines(parts, ["orders", "returns"])).toEqual([
    "new",
    "money",
    "2026-11-05",
    "2026-11-03",
    "2026-11-01",
    "ageless 0",
    "ageless 1",
  ]);
});

test("of lines that are neither new nor about money, those of the work that a person did last stand before the others [today#queues]", () => {
  const parts = [
    part("orders", [line("pending", { oldestAt: "2026-11-29" })]),
    part("edi", [line("late", { oldestAt: "2026-11-28" })]),
    part("returns", [line("failed", { oldestAt: "2026-11-20" }), line("new", { added: 1 })]),
    part("products", [line("refused", { costsMoney: true })]),
  ];
  const kinds = ["orders", "edi", "returns", "products"];
  expect(openLines(parts, kinds, ["returns"])).toEqual(["new", "refused", "failed", "pending", "late"]);
  expect(openLines(parts, kinds)).toEqual(["new", "refused", "pending", "late", "failed"]);
});

test("a line to which something came a moment ago is not buried by its oldest record; of alike ones the longer is first [today#queues]", () => {
  const [old, newer, newest] = ["2026-08-31", "2026-11-20", "2026-11-29"];
  const lines = [
    line("recent", { oldestAt: newer, newestAt: newer, count: 3 }),
    line("buried", { oldestAt: old, newestAt: newest, count: 24 }),
    line("short", { count: 2 }),
    line("long", { count: 20 }),
  ];
  expect(openLines([part("returns", lines)], ["returns"])).toEqual(["buried", "recent", "long", "short"]);
});

test("oldest first, unknown ages last; the first lines are of all sections [today#first-lines]", () => {
  const dated = line("new", { oldestAt: "2026-11-22T00:00:00Z" });
  const first = part("a", [dated, line("ageless"), line("odd", { oldestAt: "soon" })]);
  const parts = [first, part("b", [line("old", { oldestAt: "2026-11-01T00:00:00Z" })])];
  expect(keysOf(splitParts(parts, {}).parts)[0]).toEqual(["new", "ageless", "odd"]);
  expect(firstLines(parts, 2).map(({ key, title }) => `${title} ${key}`)).toEqual(["b old", "a new"]);
});

test("a line says how its number changed since an earlier day, and nothing where either is not known [today#since-day]", () => {
  const day = { at: 0, counts: { more: 2, fewer: 9, same: 1, cut: 20, open: 20 }, orMore: ["cut"] };
  const lines = [
    ...[line("more", { count: 5 }), line("fewer", { count: 8 }), line("same"), line("fresh", { count: 3 })],
    ...[line("cut", { count: 25 }), line("open", { count: 30, orMore: true }), line("mine", { isOne: true })],
  ];
  const changes = (before: typeof day | undefined) =>
    withDay([part("a", lines)], before).flatMap(({ lines }) =>
      lines.flatMap(({ key, sinceDay }) => (sinceDay ? [[key, sinceDay]] : [])),
    );
  expect(changes(day)).toEqual([
    ["more", 3],
    ["fewer", -1],
    ["fresh", 3],
  ]);
  expect(changes(undefined)).toEqual([]);
});
