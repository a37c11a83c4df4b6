import { expect, test } from "vitest";
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
