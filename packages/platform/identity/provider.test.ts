import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

test("the sign-in starts without a warning on every supported Node", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.resetModules();
  await import("./provider.ts");
  await import("./mount.ts");
  expect(warn.mock.calls).toEqual([]);
});
