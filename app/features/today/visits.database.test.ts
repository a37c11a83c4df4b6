import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn } from "#tests/support/portalModules.ts";
import { onFakeClock, someLine } from "#tests/support/today.ts";
import { withAdded, withDay } from "./lines.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./visits.server.ts"));
  onFakeClock();

  test("what is not read yet keeps its number; what no visit has counted is not new [today#since, today#since-day]", async () => {
    const { noteVisit } = portal();
    const whole = { key: "edi", title: "EDI", lines: [someLine] };
    const early = { ...whole, lines: [], reading: { linesAt: undefined } };
    const [counted, uncounted] = [randomUUID(), randomUUID()];
    await noteVisit(counted, [whole]);
    for (const [subject, parts] of [
      [counted, [{ ...whole, lines: [{ ...someLine, added: 2, sinceDay: 2, count: 9 }] }]],
      [uncounted, [{ ...whole, lines: [{ ...someLine, count: 9 }] }]],
    ] as const) {
      await noteVisit(subject, [early]);
      const { last } = await noteVisit(subject, [early]);
      const now = [{ ...whole, lines: [{ ...someLine, count: 9 }] }];
      expect(withDay(withAdded(now, last), last)).toEqual(parts);
    }
    const { last } = await noteVisit(uncounted, [whole]);
    expect(withAdded([{ ...whole, lines: [{ ...someLine, count: 9 }] }], last)[0]?.lines[0]?.added).toBe(2);
  });

  test("a line is counted whatever its key is made of, also of what the database can't hold", async () => {
    const { noteVisit } = portal();
    await noteVisit("reader", [{ key: "edi", title: "EDI", lines: [{ ...someLine, key: "a\0b\ud800" }] }]);
    const { before, last } = await noteVisit("reader", []);
    expect([before, last.counts]).toEqual([undefined, {}]);
  });

  test("what can't be read keeps its number of the visit before, and is not new at the next [today#since]", async () => {
    const { noteVisit } = portal();
    const part = { key: "orders", title: "Orders", lines: [someLine] };
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
      noteVisit(subject, [{ key: "orders", title: "", lines: [{ ...someLine, count }] }]);
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
});
