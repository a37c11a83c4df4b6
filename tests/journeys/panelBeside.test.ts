import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectFocusInSight, expectToListen } from "#tests/support/screens.ts";

const rows = (page: Page) => page.locator("main > .page > .data-table tbody tr");
const panelOf = (page: Page) => page.getByRole("dialog");

test("at 1440 px the list stays usable next to the panel [screens#panel-beside]", async ({ page, signIn }, {
  project,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("clerk", "/orders/?status=COMPLETE");
  const link = (row: number) => rows(page).nth(row).getByRole("link").first();
  const number = async (row: number) => (await link(row).textContent()) ?? "";
  const [first, second] = [await number(0), await number(1)];
  if (isScripted(project.name)) await expectToListen(page);
  await link(0).click();
  await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${first}`);
  await expect(panelOf(page)).not.toHaveJSProperty("ariaModal", "true");
  await expect(rows(page).first()).toHaveAttribute("aria-current", "true");
  await page.setViewportSize({ width: 1440, height: 660 });
  await expectFocusInSight(page, "dialog[open] .dialog-content", "dialog[open] .panel-head");
  await page.setViewportSize({ width: 1440, height: 900 });
  // Nothing covers the row.
  await link(1).click();
  await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${second}`);
  await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
  if (isScripted(project.name)) {
    await page.keyboard.press("k");
    await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${first}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.locator("dialog:modal")).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator("dialog:modal")).toHaveCount(0);
    await expect(panelOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
  } else await panelOf(page).getByRole("link", { name: "Close" }).click();
  await expect(panelOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/orders\/\?status=COMPLETE$/);
});
