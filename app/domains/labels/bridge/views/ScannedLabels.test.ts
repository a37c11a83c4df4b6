import { expect, test } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import type { PrintState } from "../../labelStates.ts";
import type { StationJob } from "../../stations/station.ts";
import { countedScans, scansOfToday, voidText } from "./ScannedLabels.tsx";

const noon = new Date(2026, 10, 23, 12).getTime();

test("today's scans are those that printed a label; a struck one stays, and doesn't count [labels#void]", () => {
  const entry = (id: string, more: Partial<StationJob>) => printEntry(id, { since: noon, ...more });
  const idsOf = (entries: readonly StationJob[]) => entries.map(({ id }) => id).join(" ");
  const printed = [
    entry("c", { scan: "2" }),
    entry("b", { scan: "1", isVoid: true }),
    entry("a", { scan: "1" }),
  ];
  const yesterday = entry("yesterday", { scan: "1", since: noon - 24 * 3_600_000 });
  const scans = scansOfToday([...printed, entry("pressed", {}), yesterday], noon);
  expect([scans, countedScans(scans), countedScans(scans, "1")].map(idsOf)).toEqual(["a b c", "a c", "a"]);
});

test("a struck label says what is to be done with it [labels#void]", () => {
  const says = (words: RegExp, states: PrintState[]) =>
    expect(states.filter((state) => !words.test(voidText({ state })))).toEqual([]);
  says(/throw the label away/, ["sent", "unknown"]);
  says(/Block/, ["asked"]);
  says(/was not sent/, ["stopped", "failed"]);
});
