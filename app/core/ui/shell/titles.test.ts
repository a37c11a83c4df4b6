import { expect, test } from "vitest";
import { panelWords, titleOver } from "./titles.ts";

const beneath = [
  { meta: [{ title: "Utopia Portal" }] },
  { meta: [{ title: "Returns and Exchanges · Clarks" }] },
  undefined,
  { meta: [] },
];

test("an open panel or dialog is named before the title of the page beneath [shell#titles]", () => {
  const title = "EXO-000635 · Returns and Exchanges · Clarks";
  expect(titleOver(beneath, ["EXO-000635"])).toEqual([{ title }]);
});

test("a record that could not be read leaves the title of the page beneath", () => {
  expect(titleOver(beneath, [undefined])).toEqual([{ title: "Returns and Exchanges · Clarks" }]);
  expect(titleOver([], [])).toEqual([{ title: "" }]);
});

test("a panel is called by its record, and by its tab where that is not the first", () => {
  const tabs = [
    { key: "summary", label: "Summary" },
    { key: "history", label: "History" },
  ];
  expect(panelWords("EXO-000635", { tab: "summary", tabs })).toEqual(["EXO-000635"]);
  expect(panelWords("EXO-000635", { tab: "history", tabs })).toEqual(["EXO-000635", "History"]);
});
