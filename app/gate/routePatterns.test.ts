import { expect, test } from "vitest";
import { createRoutePattern } from "./routePatterns.ts";

const patternOf = createRoutePattern({
  root: { id: "root", path: "" },
  stores: { id: "stores", parentId: "root" },
  store: { id: "store", parentId: "root", path: "store/:alias" },
  rules: { id: "rules", parentId: "store", path: "customrules" },
  rule: { id: "rule", parentId: "rules", path: ":ruleId" },
  newRule: { id: "newRule", parentId: "rules", path: "new" },
  worker: { id: "worker", parentId: "root", path: "service-worker.js" },
  none: { id: "none", parentId: "root", path: "*" },
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/store/CLK", "/store/:alias"],
  ["/store/CLK/", "/store/:alias"],
  ["/Store/CLK/CustomRules/new", "/store/:alias/customrules/new"],
  ["/store/CLK/customrules/R-7%2F8", "/store/:alias/customrules/:ruleId"],
  ["/store/CLK/customrules/R-7.data", "/store/:alias/customrules/:ruleId"],
  ["/service-worker.js", "/service-worker.js"],
  ["/carla@example.test", "/*"],
  ["/store/CLK/customrules/a/b", "/*"],
])("%s is %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});
