import { expect, test } from "vitest";
import { labelSpacingMs } from "#app/domains/labels/bridge/loop.ts";
import routes from "#app/routes.ts";
import {
  fromNoPage,
  largerBodies,
  readLimit,
  startsQueue,
  waitsForNews,
  writeLimits,
} from "./admit.server.ts";

type Route = { path?: string; children: Route[] };

const patternsOf = (route: Route, above = ""): string[] => {
  const here = route.path === undefined ? above : `${above}/${route.path}`;
  return [here, ...route.children.flatMap((child) => patternsOf(child, here))];
};

test("every limit is of an address that there is", () => {
  const patterns = new Set(routes.flatMap((route) => patternsOf(route)));
  const limited = [...Object.keys(largerBodies), ...Object.keys(writeLimits)];
  for (const pattern of [...limited, fromNoPage, waitsForNews, startsQueue])
    expect(patterns, pattern).toContain(pattern);
});

test("three workstations of one account print without a pause, and none of their labels is refused", () => {
  const { rate } = writeLimits["/store/:alias/printlabel/stations/:stationId/turn"] ?? {};
  expect(rate?.windows).toEqual([{ most: expect.any(Number), seconds: 60 }]);
  expect(rate?.windows[0]?.most).toBeGreaterThanOrEqual((3 * 60_000) / labelSpacingMs);
});

test("every address of a spreadsheet counts as one, and the later slices of a large one for themselves [errors#rates]", () => {
  const patterns = routes
    .flatMap((route) => patternsOf(route))
    .filter((pattern) => /\/export\./.test(pattern));
  expect(patterns.length).toBeGreaterThan(10);
  const limitOf = (pattern: string, search: string) =>
    readLimit(pattern, new URL(pattern + search, "https://portal.example"))?.rate.name;
  for (const pattern of patterns) {
    for (const search of ["?page=7", "?rows=all", "?rows=all&page=x"])
      expect(limitOf(pattern, search), pattern).toBe("exports");
    const isJson = pattern.endsWith(".json");
    expect(limitOf(pattern, "?rows=all&page=2"), pattern).toBe(isJson ? "export slices" : "exports");
  }
  expect(limitOf("/orders", "?rows=all")).toBeUndefined();
});
