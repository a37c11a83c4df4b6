import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { cases, withTime } from "#tests/support/models.ts";
import { createScanQueue, type Scan } from "./useScanner.ts";

const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/**
 * A page on simulated time: scans come when they come, each answer after its own delay, some say that it led to nothing,
 * and the page goes away at `leavesAt`.
 */
async function scanned(
  codes: readonly string[],
  gaps: readonly number[],
  answers: readonly { ms: number; isRefused: boolean }[],
  leavesAt = Number.POSITIVE_INFINITY,
) {
  const sent: string[] = [];
  const concluded: string[] = [];
  let left: readonly Scan[] = [];
  let most = 0;
  let onWay = 0;
  const queue = createScanQueue({
    async send({ id }) {
      sent.push(id);
      onWay += 1;
      most = Math.max(most, onWay);
      const { ms = 0, isRefused = false } = answers[(sent.length - 1) % answers.length] ?? {};
      await later(ms, undefined);
      onWay -= 1;
      return isRefused ? { why: "No record" } : {};
    },
    concluded({ id }, _, isLast) {
      concluded.push(id);
      expect(isLast).toBe(left.length === 0);
    },
    changed(waiting) {
      left = waiting;
    },
  });
  const isHere = { until: leavesAt };
  let at = 0;
  const all: string[] = [];
  for (const [index, code] of codes.entries()) {
    const gap = gaps[index] ?? 0;
    if (at + gap >= isHere.until) break;
    await vi.advanceTimersByTimeAsync(gap);
    at += gap;
    all.push(`${index} ${code}`);
    queue.add({ code, id: `${index} ${code}`, to: "/batch" });
  }
  if (Number.isFinite(leavesAt)) {
    await vi.advanceTimersByTimeAsync(leavesAt - at);
    queue.end();
  }
  await vi.runAllTimersAsync();
  return { all, sent, concluded, left: left.map(({ id }) => id), most };
}

const codes = fc.array(fc.constantFrom("9300000101006", "9300000101013", "9300000101020", "1"), {
  minLength: 200,
  maxLength: 200,
});
const gaps = fc.array(fc.nat({ max: 3_000 }), { minLength: 200, maxLength: 200 });
const answers = fc.array(fc.record({ ms: fc.nat({ max: 3_000 }), isRefused: fc.boolean() }), {
  minLength: 200,
  maxLength: 200,
});

test("200 scans with any delays of up to 3 s are sent once each, one at a time, in order, and each has its result [labels#scan]", () =>
  withTime(() =>
    fc.assert(
      fc.asyncProperty(codes, gaps, answers, async (scans, pauses, replies) => {
        const { all, sent, concluded, left, most } = await scanned(scans, pauses, replies);
        expect(all).toHaveLength(200);
        expect(sent).toEqual(all);
        expect(concluded).toEqual(all);
        expect([left, most]).toEqual([[], 1]);
      }),
      { numRuns: cases(25) },
    ),
  ));

test("a page that goes away sends no other scan, and names each that has no answer [labels#scan]", () =>
  withTime(() =>
    fc.assert(
      fc.asyncProperty(codes, gaps, answers, fc.nat({ max: 200_000 }), async (scans, pauses, replies, at) => {
        const { all, sent, concluded, left } = await scanned(scans, pauses, replies, at);
        expect([...concluded, ...left], "none is lost without a word").toEqual(all);
        expect(sent).toEqual(all.slice(0, sent.length));
        expect(sent.length - concluded.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: cases(25) },
    ),
  ));
