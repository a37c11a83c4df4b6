import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { userOf } from "#tests/support/portalModules.ts";
import type { TodayLine } from "./lines.ts";
import type { TodaySource } from "./today.server.ts";

let readToday: typeof import("./today.server.ts")["readToday"];
beforeAll(async () => {
  ({ readToday } = await import("./today.server.ts"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
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

test("what can't be read keeps its number of the visit before, and is not new at the next [today#since]", async () => {
  const { noteVisit } = await import("./today.server.ts");
  const { withAdded } = await import("./lines.ts");
  const part = { key: "orders", title: "Orders", lines: [line] };
  const error = { statusLine: "", code: 504, message: "", correlationId: "", advice: "" };
  await noteVisit("visitor", [part]);
  // A process that has never read the part has no last known lines.
  await noteVisit("visitor", [{ ...part, lines: [], error }]);
  const { last } = await noteVisit("visitor", [{ ...part, lines: [], error }]);
  expect(withAdded([part], last)).toEqual([part]);
});
