import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { orderRecord } from "#contract/orders.ts";
import { countDays, countStatuses, daysInWords, toOrderAttention } from "./overview.ts";

const rowsOf = (records: unknown[], isCut = false) => ({ rows: listOf(orderRecord).parse(records), isCut });
const orders = (count: number, status?: string) =>
  Array.from({ length: count }, (_, n) => ({ id: `${status}-${n}`, status, _ts: 1_700_000_000 + n }));

test("counts each occurring status in its group, known ones in their fixed order [orders#overview]", () => {
  const known = [...orders(2, "COMPLETE"), ...orders(3, "PROCESSING"), ...orders(1, "UNPROCESSABLE_HARD")];
  const rows = rowsOf([...orders(1, "ODD"), ...known, ...orders(1, "INVALID"), { id: {} }]);
  const { groups } = countStatuses(rows, "SNS");
  const said = groups.map(({ words, statuses }) => [
    words,
    ...statuses.map(({ status, count }) => `${count} ${status.label}`),
  ]);
  expect(said).toEqual([
    ["Waiting for a person", "1 Hard Failure"],
    ["On its way", "3 Processing", "1 Odd"],
    ["Complete", "2 Complete"],
    ["Invalid or rejected", "1 Invalid"],
  ]);
  expect(groups[1]?.statuses[1]?.href).toBe("/store/SNS/orders?status=ODD");
});

test("says whether it counted all, and when an order last changed", () => {
  const counted = (records: unknown[], isCut = false) => countStatuses(rowsOf(records, isCut), "SNS");
  expect(counted(orders(3, "COMPLETE")).lastSynchronised).toBe("2023-11-14T22:13:22.000Z");
  expect(counted([{ id: 1, _ts: "soon" }]).lastSynchronised).toBeUndefined();
  expect(counted(orders(1, "COMPLETE")).about).toBe("All 1 order");
  expect(counted(orders(60, "COMPLETE"), true).about).toBe("The newest 60 orders");
});

const melbourne = {
  timeZone: "Australia/Melbourne",
  hasDates: true,
  now: Date.parse("2026-11-20T02:00:00Z"),
};
const made = (createdAt: unknown, status = "COMPLETE") => {
  return { id: String(createdAt), status, order: { createdAt } };
};
const heights = (records: unknown[], isCut = false) =>
  countDays(rowsOf(records, isCut), "SNS", melbourne).days.map(({ counts }) =>
    counts.reduce((sum, { count }) => sum + count, 0),
  );

test("days are those of the zone, also where clocks change [orders#overview]", () => {
  // Clocks go forward on 4 October 2026 and back on 5 April: days of 23 and of 25 hours.
  const spring = ["03T13:59", "03T14:01", "04T12:59", "04T13:01"].map((at) => made(`2026-10-${at}:00Z`));
  const { days } = countDays(rowsOf(spring), "SNS", melbourne);
  expect(days.slice(-3).map(({ day, name, counts }) => [day, name, counts[0]?.count])).toEqual([
    ["2026-10-03", "Sat 3 Oct", 1],
    ["2026-10-04", "Sun 4 Oct", 2],
    ["2026-10-05", "Mon 5 Oct", 1],
  ]);
  const autumn = ["04T12:59", "04T13:00", "05T13:59", "05T14:00"].map((at) => made(`2026-04-${at}:00Z`));
  expect(heights(autumn).slice(-3)).toEqual([1, 2, 1]);
});

test("fourteen days, those without orders too; older, unreadable or undated orders are reported [orders#overview]", () => {
  const waits = made("2026-11-07T01:00:00Z", "UNPROCESSABLE_HARD");
  const others = [made("2026-11-20T01:00:00Z"), made("2026-11-01T01:00:00Z"), made("soon"), { id: {} }];
  const counted = countDays(rowsOf([waits, ...others]), "SNS", melbourne);
  expect(counted.days).toHaveLength(14);
  expect(counted.days[1]?.counts).toEqual([]);
  expect(counted.others).toBe(2);
  expect(daysInWords(counted.days)).toBe(
    "2 orders from Sat 7 Nov to Fri 20 Nov, most on Sat 7 Nov (1); 1 of them waits for a person",
  );
});

test("if only the newest were read, the days start after that of the oldest: not all of it was read [orders#overview]", () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...made(index < 150 ? "2026-11-20T01:00:00Z" : "2026-11-18T01:00:00Z"),
    id: index,
  }));
  expect(heights(many, true)).toEqual([0, 150]);
  expect(heights(many.slice(0, 9), true)).toEqual([]);
});

test("an order dated in the future empties none of the days [orders#overview]", () => {
  const records = [made("2027-03-01T01:00:00Z"), made("2026-11-20T01:00:00Z")];
  expect(heights(records).slice(-2)).toEqual([0, 1]);
  const { days, others } = countDays(rowsOf(records), "SNS", melbourne);
  expect([days.at(-1)?.day, others]).toEqual(["2026-11-20", 1]);
});

test("no order, and none with a readable time: no day", () => {
  expect(countDays(rowsOf([]), "SNS", melbourne)).toEqual({ days: [], others: 0 });
  expect(countDays(rowsOf([made("soon")]), "SNS", melbourne)).toEqual({ days: [], others: 1 });
  expect(daysInWords([])).toBe("");
});

test("a number leads to its list where the service can narrow it to a day [orders#overview]", () => {
  const rows = rowsOf([made("2026-11-20T01:00:00Z", "PROCESSING"), made("2026-11-20T02:00:00Z", "ODD")]);
  const hrefOf = (hasDates: boolean) =>
    countDays(rows, "SNS", { ...melbourne, hasDates }).days.at(-1)?.counts[0]?.href;
  const search = "?status=PROCESSING&status=ODD&first=2026-11-20&last=2026-11-20";
  expect(hrefOf(true)).toBe(`/store/SNS/orders${search}`);
  expect(hrefOf(false)).toBeUndefined();
});

test("attention: a few by name, all by number, more than are read as 'or more' [stores#overview]", () => {
  const some = toOrderAttention(rowsOf(orders(12, "INVALID")), "SNS");
  expect(some).toMatchObject({ count: "12", none: false });
  expect(some.entries).toHaveLength(8);
  expect(toOrderAttention(rowsOf(orders(60, "INVALID"), true), "SNS").count).toBe("60 or more");
  expect(toOrderAttention(rowsOf([]), "SNS").none).toBe(true);
});
