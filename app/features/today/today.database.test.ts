import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AuditFact } from "#app/core/audit/trail.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import type { HandledRecords, TodaySource } from "./today.server.ts";

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
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  const line: TodayLine = {
    key: "a",
    words: "Pending",
    count: 7,
    orMore: false,
    href: "/orders/",
    revision: "s",
  };
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
    const today = readToday(user, [silent, sourceOf("Orders", async () => [line])], 0);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([today, Promise.resolve("still waiting")])).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(1);
    const { parts, waits } = await today;
    expect(parts).toEqual([
      expect.objectContaining({ title: "Returns", lines: [], error: expect.objectContaining({ code: 504 }) }),
      { key: "Orders", title: "Orders", lines: [line] },
    ]);
    expect(waits).toEqual({ count: 7, orMore: true });
  });

  test("a page waits half a second for a slow part, and says that it is being read or from when its lines are; the poll has it whole [today#parts, today#live]", async () => {
    const user = userOf(new Request("https://portal.example/today"));
    let answer: (lines: TodayLine[]) => void = () => undefined;
    const slow = sourceOf("EDI", () => new Promise((resolve) => (answer = resolve)));
    const sources = [slow, sourceOf("Orders", async () => [{ ...line, key: "b" }])];
    const page = async () => {
      const today = readToday(user, sources, 0, portal().pageWaitMs);
      await vi.advanceTimersByTimeAsync(500);
      return today;
    };
    const first = await page();
    expect(first.parts).toMatchObject([{ title: "EDI", lines: [], reading: {} }, { lines: [{ key: "b" }] }]);
    expect(first).toMatchObject({ isFresh: false, waits: { count: 7, orMore: true } });
    // The poll shares the reading that the page began.
    const poll = readToday(user, sources, 10_000);
    answer([line]);
    const live = await poll;
    expect(live).toMatchObject({ isFresh: true, waits: { count: 14, orMore: false } });
    expect(live.version).not.toBe(first.version);
    const readAt = Date.now();
    await vi.advanceTimersByTimeAsync(60_000);
    const again = await page();
    expect(again.parts[0]).toEqual({ key: "EDI", title: "EDI", lines: [line], reading: { linesAt: readAt } });
    answer([]);
    expect((await readToday(user, sources, 10_000)).waits).toEqual({ count: 7, orMore: false });
  });

  test("a page waits a tenth of a second for a part that was slow within a minute, if its lines are known [today#parts]", async () => {
    const user = userOf(new Request("https://portal.example/today"));
    const slow = sourceOf("Slow", () => new Promise((resolve) => setTimeout(resolve, 3_000, [line])));
    const waitOf = async (someone: typeof user) => {
      const began = Date.now();
      const part = portal().partWithin(someone, slow, 0, portal().pageWaitMs);
      let took = Number.NaN;
      void part.then(() => {
        took = Date.now() - began;
      });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await part).toMatchObject({ part: { reading: {} } });
      return took;
    };
    expect(await waitOf(user)).toBe(500);
    expect(await waitOf(user)).toBe(100);
    expect(await waitOf({ ...user, subject: "without lines" })).toBe(500);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await waitOf(user)).toBe(500);
  });

  test("what is not read yet keeps its number; what no visit has counted is not new [today#since, today#since-day]", async () => {
    const { noteVisit } = portal();
    const { withAdded, withDay } = await import("./lines.ts");
    const whole = { key: "edi", title: "EDI", lines: [line] };
    const early = { ...whole, lines: [], reading: { linesAt: undefined } };
    const [counted, uncounted] = [randomUUID(), randomUUID()];
    await noteVisit(counted, [whole]);
    for (const [subject, parts] of [
      [counted, [{ ...whole, lines: [{ ...line, added: 2, sinceDay: 2, count: 9 }] }]],
      [uncounted, [{ ...whole, lines: [{ ...line, count: 9 }] }]],
    ] as const) {
      await noteVisit(subject, [early]);
      const { last } = await noteVisit(subject, [early]);
      const now = [{ ...whole, lines: [{ ...line, count: 9 }] }];
      expect(withDay(withAdded(now, last), last)).toEqual(parts);
    }
    const { last } = await noteVisit(uncounted, [whole]);
    expect(withAdded([{ ...whole, lines: [{ ...line, count: 9 }] }], last)[0]?.lines[0]?.added).toBe(2);
  });

  test("what can't be read keeps its number of the visit before, and is not new at the next [today#since]", async () => {
    const { noteVisit } = portal();
    const { withAdded } = await import("./lines.ts");
    const part = { key: "orders", title: "Orders", lines: [line] };
    const error = { statusLine: "", code: 504, message: "", correlationId: "", advice: "" };
    await noteVisit("visitor", [part]);
    // A process that has never read the part has no last known lines.
    await noteVisit("visitor", [{ ...part, lines: [], error }]);
    const { last } = await noteVisit("visitor", [{ ...part, lines: [], error }]);
    expect(withAdded([part], last)).toEqual([part]);
  });

  test("the numbers of an earlier day's last visit are the ones to compare with, however often one looks today [today#since-day]", async () => {
    const { dayWords, noteVisit } = portal();
    const subject = randomUUID();
    const nextYear = new Date().getUTCFullYear() + 1;
    vi.setSystemTime(new Date(`${nextYear}-11-25T01:00:00Z`));
    const look = (count: number) =>
      noteVisit(subject, [{ key: "orders", title: "", lines: [{ ...line, count }] }]);
    expect((await look(7)).day).toBeUndefined();
    await look(9);
    vi.setSystemTime(new Date(`${nextYear}-11-26T01:00:00Z`));
    await look(12);
    const { day } = await look(13);
    expect(day).toMatchObject({ counts: { a: 9 } });
    expect(dayWords(day?.at ?? 0)).toBe("yesterday");
    vi.setSystemTime(new Date(`${nextYear}-11-28T01:00:00Z`));
    expect(dayWords(day?.at ?? 0)).toBe("25 November");
  });

  test("what one has done today is told by what one sent, without others' and other days' [today#clear]", async () => {
    const { doneToday } = await import("./done.server.ts");
    const { keepFollowed } = await import("#app/core/commands/follow.server.ts");
    const subject = randomUUID();
    const at = vi.getRealSystemTime();
    vi.setSystemTime(at);
    const sent = {
      ...{ kind: "returns", alias: "", id: "exo", action: "retry", name: "EXO", href: "/", closeTo: "/" },
      ...{ before: { revision: "1", at: "", words: "", moves: false }, subject, at },
      object: "Retry for exchange order",
    };
    for (const more of [
      { at: at - 24 * 3600_000 },
      {},
      { object: "Put On Hold for exchange order" },
      {},
      { subject: "another" },
    ]) {
      const { subject, ...about } = { ...sent, ...more };
      await keepFollowed({ subject }, { ...about, submission: randomUUID() });
    }
    expect(await doneToday(subject)).toBe("2 retried, 1 put on hold");
  });

  test("what a person did last is by the trail: their own actions that were done, the last thirty days [today#queues]", async () => {
    const { recordsDoneLast } = await import("./done.server.ts");
    const { trail } = await import("#app/core/audit/audit.server.ts");
    const subject = randomUUID();
    const at = vi.getRealSystemTime();
    const done: AuditFact = {
      ...{ subject, name: "Riley", did: "Submitted: Retry for exchange order", record: "EXO", why: "" },
      ...{ kind: "action", outcome: "done", address: "", correlationId: "", at, href: "/returns/exo-1" },
    };
    const others: Partial<AuditFact>[] = [
      { at: at - 31 * 24 * 3600_000, href: "/orders/old" },
      { subject: "another", href: "/orders/theirs" },
      { outcome: "refused", href: "/orders/refused" },
      { kind: "export", href: "/orders/" },
      {},
      { href: "/store/SNS/products/p1?group=G" },
    ];
    for (const other of others) await trail.append({ ...done, ...other });
    expect(await recordsDoneLast(subject)).toEqual(["/store/SNS/products/p1?group=G", "/returns/exo-1"]);
  });
});
