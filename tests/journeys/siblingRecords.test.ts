import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToListen } from "#tests/support/screens.ts";

const rowLink = (page: Page, row: number) => page.locator("main tbody a[data-row]").nth(row);
const panelOf = (page: Page) => page.locator("dialog.wide-panel");
const way = (panel: Locator, word: "Previous" | "Next") =>
  panel.getByRole("navigation", { name: "Records beside this one" }).getByRole("link", { name: `${word}: ` });

async function namesOf(page: Page, count: number): Promise<string[]> {
  await expect(rowLink(page, count - 1)).toBeVisible();
  const names: string[] = [];
  for (let row = 0; row < count; row += 1) names.push((await rowLink(page, row).textContent())?.trim() ?? "");
  return names;
}

test("from record to record by key: the focus stays on the way, and closing leads to the row of the last", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  // No test adds one to these.
  await signIn("clerk", "/orders/?status=COMPLETE");
  const [first = "", second = "", third = ""] = await namesOf(page, 3);
  await expectToListen(page);
  await rowLink(page, 0).click();
  const panel = panelOf(page);
  await expect(way(panel, "Next")).toHaveAccessibleName(`Next: ${second}`);
  await page.keyboard.press("j");
  await expect(way(panel, "Previous")).toHaveAccessibleName(`Previous: ${first}`);
  await expect(way(panel, "Next")).toBeFocused();
  await expect(panel.getByRole("navigation", { name: "Records beside this one" })).toContainText(/, 2 of 20/);
  await page.keyboard.press("Enter");
  await expect(way(panel, "Previous")).toHaveAccessibleName(`Previous: ${second}`);
  await expect(way(panel, "Next")).toBeFocused();
  await page.keyboard.press("k");
  await expect(way(panel, "Next")).toHaveAccessibleName(`Next: ${third}`);
  await expect(way(panel, "Previous")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys of a list" })).toContainText("The next record");
  await page.keyboard.press("Escape");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(rowLink(page, 1)).toBeFocused();
});

test("the keys type in the fields of a rule's panel, and its links ask before edits are lost", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/CLK/customrules");
  await expectToListen(page);
  const [first = "", second = ""] = await namesOf(page, 2);
  await rowLink(page, 0).click();
  const panel = panelOf(page);
  await expect(way(panel, "Next")).toHaveAccessibleName(`Next: ${second}`);
  await way(panel, "Next").click();
  await expect(way(panel, "Previous")).toHaveAccessibleName(`Previous: ${first}`);
  await expect(way(panel, "Next")).toBeFocused();
  const name = panel.getByRole("textbox", { name: "Name" }).first();
  await name.fill("");
  await name.pressSequentially("jk");
  await expect(name).toHaveValue("jk");
  await way(panel, "Previous").click();
  const requested = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(requested).toBeVisible();
  await requested.getByRole("button", { name: "Stay" }).click();
  await expect(name).toHaveValue("jk");
});
