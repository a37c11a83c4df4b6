import { expect, test } from "vitest";
import { doneWords, tallyWords } from "./doneWords.ts";

test("what was done is counted in words, the commonest first [queue#end]", () => {
  const done = ["retried", "put on hold", "retried", "skipped"].map((words) => ({ words }));
  expect(tallyWords(done)).toBe("2 retried, 1 put on hold, 1 skipped");
  const outcomes = ["failed again at Triage", undefined, "failed again at Triage"];
  expect(tallyWords(done.map((one, index) => ({ ...one, outcome: outcomes[index] })))).toBe(
    "2 retried: 2 failed again at Triage; 1 put on hold; 1 skipped",
  );
  expect(["Resubmit to AP21", "Escalate"].map(doneWords)).toEqual(["resubmitted to AP21", "Escalate"]);
});
