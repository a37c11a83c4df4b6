import { expect, test, vi } from "vitest";
import { waysOf } from "./model.ts";

vi.mock("#app/core/database/database.server.ts", () => ({ database: undefined }));
vi.mock("#app/core/audit/audit.server.ts", () => ({ audit: undefined }));

test("what waits for a person did not go on, and what still moves is not over [actions#outcome]", async () => {
  const { outcomeOf } = await import("./follow.server.ts");
  const before = { revision: "1", at: "triage", words: "", moves: false };
  const moving = { revision: "2", at: "labels", words: "went on: Processing · Labels", moves: true };
  expect(outcomeOf(before, { ...before })).toBeUndefined();
  expect(outcomeOf(before, { ...moving, at: "triage" }), "at it still").toBeUndefined();
  expect(outcomeOf(before, moving)).toMatchObject({ is: "wentOn", isAtRest: false });
  const manual = { ...moving, moves: false, needsPerson: "Manual Intervention Required" };
  expect(outcomeOf(before, manual)).toMatchObject({
    ...{ is: "needsPerson", words: "needs a person: Manual Intervention Required", isAtRest: true },
  });
});

test("nobody's next step for many is one that can't be undone [bulk#outcomes]", () => {
  const actions = ["retry", "reject", "move-to-manual"].map((value) => ({ value, label: value }));
  expect(waysOf(actions).map(({ action }) => action)).toEqual(["retry", "move-to-manual"]);
});
