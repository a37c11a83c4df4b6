import { expect, test } from "vitest";
import { labelSpacingMs } from "#app/domains/labels/bridge/queue.ts";
import routes from "#app/routes.ts";
import { fromNoPage, largerBodies, takesJson, writeRates } from "./limits.server.ts";

type Route = { path?: string; children: Route[] };

const patternsOf = (route: Route, above = ""): string[] => {
  const here = route.path === undefined ? above : `${above}/${route.path}`;
  return [here, ...route.children.flatMap((child) => patternsOf(child, here))];
};

test("every limit is of an address that there is", () => {
  const patterns = new Set(routes.flatMap((route) => patternsOf(route)));
  for (const pattern of [...Object.keys(largerBodies), ...Object.keys(writeRates), takesJson, fromNoPage]) {
    expect(patterns, pattern).toContain(pattern);
  }
});

test("three workstations of one account print without a pause, and none of their labels is refused", () => {
  const { rate } = writeRates[takesJson] ?? {};
  expect(rate?.windows).toEqual([{ most: expect.any(Number), seconds: 60 }]);
  expect(rate?.windows[0]?.most).toBeGreaterThanOrEqual((3 * 60_000) / labelSpacingMs);
});
