import { expect, test } from "vitest";
import { outcomesOf, wayWords } from "./rows.ts";

const ways = (...actions: string[]) => actions.map((action) => ({ action, label: action }));
const failed = (id: string, reason: string, ...offered: string[]) => ({
  id,
  outcome: { is: "failed", words: "failed again", reason, ways: ways(...offered) } as const,
});

test("those that wait for a person are told by their reasons, each with what its records offer themselves [bulk#outcomes]", () => {
  const manual = { is: "needsPerson", words: "", reason: "Manual", ways: ways("resume") } as const;
  const rows = [
    failed("a", "No label", "retry", "manual"),
    failed("b", "No label", "retry"),
    { id: "c", outcome: manual },
    {
      id: "d",
      outcome: { is: "wentOn", words: "went on: Completed", reason: "", ways: ways("hold") } as const,
    },
  ];
  expect(outcomesOf(rows)).toEqual({
    ...{ wentOn: 1, needsPerson: 1, failedAgain: 2, notKnown: 0 },
    stuck: [
      {
        ...{ reason: "No label", ids: ["a", "b"] },
        next: [
          { action: "retry", label: "retry", ids: ["a", "b"] },
          { action: "manual", label: "manual", ids: ["a"] },
        ],
      },
      { reason: "Manual", ids: ["c"], next: [{ action: "resume", label: "resume", ids: ["c"] }] },
    ],
  });
});

test("a way on says how many it is for, within its own words [bulk#outcomes]", () => {
  expect(
    [
      ["Move to Manual", 2],
      ["Put On Hold", 1],
      ["Retry", 5],
      ["Validate Product Again", 3],
    ].map(([label, count]) => wayWords(String(label), Number(count))),
  ).toEqual([
    "Move these 2 to Manual",
    "Put this one On Hold",
    "Retry these 5",
    "Validate Product Again: these 3",
  ]);
});
