import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";

/** Reads and writes like a handheld's browser that runs no script of the portal: shell#engines. */
async function work(page: Page) {
  await expect(page.getByRole("heading", { name: "Meta Products" })).toBeVisible();
  await expect(page.locator(".with-scripting").filter({ visible: true })).toHaveCount(0);
  await page.locator("summary", { hasText: /^Filters$/ }).click();
  await page.getByLabel("Title").fill("Sandal");
  await page.getByLabel("Title").press("Enter");
  await expect(page).toHaveURL(/title=Sandal/);
  await page.locator("tbody a[data-row]").first().click();
  const panel = page.locator("dialog[open]");
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(/^Product Data - /);
  await panel.getByRole("link", { name: "Changes" }).click();
  await expect(page).toHaveURL(/tab=changes/);
  await panel.locator("summary[aria-label^='Actions for']").click();
  await panel.getByRole("link", { name: "Reject Product" }).click();
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("By an old scanner");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
}

test("an engine too old for the scripts reads and writes without them, on 320 px [purpose#scripting, shell#engines]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, "canParse");
  });
  await signIn("merch", "/store/HPU/products");
  await expect(page.locator("html")).toHaveAttribute("data-scripting", "none");
  await work(page);
});
