import { expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { defaultMedia } from "../label.ts";
import { countedScans, scansOfToday, voidText } from "./scans.ts";
import type { PrintEntry } from "./types.ts";

const noon = new Date(2026, 10, 23, 12).getTime();
const entry = (id: string, more: Partial<PrintEntry>): PrintEntry => ({
  id,
  title: id,
  label: bootLabel,
  printer: "Bench",
  language: "ZPL",
  media: defaultMedia,
  state: "sent",
  at: noon,
  run: "run",
  ...more,
});
const idsOf = (entries: readonly PrintEntry[]) => entries.map(({ id }) => id);

test("today's scans are those that printed a label; a struck one doesn't count", () => {
  const scans = scansOfToday(
    [
      entry("a", { scan: "1" }),
      entry("b", { scan: "1", isVoid: true }),
      entry("c", { scan: "2" }),
      entry("pressed", {}),
      entry("yesterday", { scan: "1", at: noon - 24 * 3_600_000 }),
    ],
    noon,
  );
  expect(idsOf(scans)).toEqual(["a", "b", "c"]);
  expect(idsOf(countedScans(scans))).toEqual(["a", "c"]);
  expect(idsOf(countedScans(scans, "1"))).toEqual(["a"]);
});

test.each([
  ["sent", /throw the label away/],
  ["unknown", /throw the label away/],
  ["asked", /Block/],
  ["stopped", /was not sent/],
  ["failed", /was not sent/],
] as const)("a struck label that is %s says what is to be done", (state, words) => {
  expect(voidText({ state })).toMatch(words);
});
