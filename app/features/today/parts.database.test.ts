import { expect, test, vi } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import { onFakeClock, someLine } from "#tests/support/today.ts";
import type { TodaySource } from "./parts.server.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./parts.server.ts"));
  onFakeClock();

  test("a page waits a tenth of a second for a part that was slow within a minute, if its lines are known [today#parts]", async () => {
    const user = userOf(new Request("https://portal.example/today"));
    const slow: TodaySource = {
      ...{ key: "Slow", title: "Slow", commands: [] },
      read: () => new Promise((resolve) => setTimeout(resolve, 3_000, [someLine])),
    };
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
});
