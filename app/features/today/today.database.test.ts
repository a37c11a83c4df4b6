import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { User } from "#app/core/auth/guard.server.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import { onFakeClock, someLine } from "#tests/support/today.ts";
import { pageWaitMs, type TodaySource } from "./parts.server.ts";
import type { HandledRecords } from "./today.server.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./today.server.ts"));
  const handled: HandledRecords = {
    inLines: () => ({
      query: database().select({ n: sql`1` }).from(sql`(select 1) as one`),
      parse: () => [],
    }),
    latest: async () => [],
  };
  const readToday = (user: User, sources: TodaySource[], youngerThanMs: number, waitMs?: number) =>
    portal().readToday(user, { sources, handled }, youngerThanMs, waitMs);
  onFakeClock();
  const sourceOf = (title: string, read: TodaySource["read"]): TodaySource => {
    return { key: title, title, commands: [], read };
  };

  test("a section without response times out after ten seconds and says so; the others are shown", async () => {
    const silent = sourceOf(
      "Returns",
      ({ request: { signal } }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const user = userOf(new Request("https://portal.example/today"));
    const today = readToday(user, [silent, sourceOf("Orders", async () => [someLine])], 0);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([today, Promise.resolve("still waiting")])).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(1);
    const { parts, waits } = await today;
    expect(parts).toEqual([
      expect.objectContaining({ title: "Returns", lines: [], error: expect.objectContaining({ code: 504 }) }),
      { key: "Orders", title: "Orders", lines: [someLine] },
    ]);
    expect(waits).toEqual({ count: 7, orMore: true });
  });

  test("a page waits half a second for a slow part, and says that it is being read or from when its lines are; the poll has it whole [today#parts, today#live]", async () => {
    const user = userOf(new Request("https://portal.example/today"));
    let answer: (lines: TodayLine[]) => void = () => undefined;
    const slow = sourceOf("EDI", () => new Promise((resolve) => (answer = resolve)));
    const sources = [slow, sourceOf("Orders", async () => [{ ...someLine, key: "b" }])];
    const page = async () => {
      const today = readToday(user, sources, 0, pageWaitMs);
      await vi.advanceTimersByTimeAsync(500);
      return today;
    };
    const first = await page();
    expect(first.parts).toMatchObject([{ title: "EDI", lines: [], reading: {} }, { lines: [{ key: "b" }] }]);
    expect(first).toMatchObject({ isFresh: false, waits: { count: 7, orMore: true } });
    // The poll shares the reading that the page began.
    const poll = readToday(user, sources, 10_000);
    answer([someLine]);
    const live = await poll;
    expect(live).toMatchObject({ isFresh: true, waits: { count: 14, orMore: false } });
    expect(live.version).not.toBe(first.version);
    const readAt = Date.now();
    await vi.advanceTimersByTimeAsync(60_000);
    const again = await page();
    expect(again.parts[0]).toEqual({
      key: "EDI",
      title: "EDI",
      lines: [someLine],
      reading: { linesAt: readAt },
    });
    answer([]);
    expect((await readToday(user, sources, 10_000)).waits).toEqual({ count: 7, orMore: false });
  });
});
