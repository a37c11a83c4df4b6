import { expect, test } from "vitest";
import {
  needlessProofs,
  promiseLines,
  promises,
  provingFiles,
  rulesNamedIn,
} from "../../scripts/promises.mjs";

const proved = provingFiles().flatMap(({ path, rules }) => rules.map((rule) => ({ path, rule })));

test("every rule of docs/product has a test that names it", () => {
  const rules = new Set(proved.map(({ rule }) => rule));
  expect(promises.filter((rule) => !rules.has(rule))).toEqual([]);
});

test("every rule that a test names is there", () => {
  expect(proved.filter(({ rule }) => !promises.includes(rule))).toEqual([]);
});

test("of the kinds that `npm test` runs together, each test proves a rule that no cheaper one proves", () => {
  expect(needlessProofs()).toEqual([]);
});

test("a title names its rules at its end, and the list has each promise with its tests and their time", () => {
  const title = "retries once [returns#jobs, actions#offered]";
  expect(rulesNamedIn(title)).toEqual(["returns#jobs", "actions#offered"]);
  expect(rulesNamedIn("[not a rule] of #orders")).toEqual([]);
  const lines = promiseLines([{ title, ms: 1_250 }]);
  expect(lines).toHaveLength(promises.length);
  expect(lines).toContainEqual(expect.stringMatching(/^returns#jobs +1\.25 s {2}retries once$/));
  expect(lines).toContainEqual(expect.stringMatching(/^orders#\S+ +0\.00 s {2}no test ran$/));
});
