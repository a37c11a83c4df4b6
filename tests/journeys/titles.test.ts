import { expect, test } from "#tests/support/fixtures.ts";

test("the title names the open record, its tab, and the question about it", async ({ page, signIn }) => {
  await signIn("clerk", "/returns/?status=failed");
  await expect(page).toHaveTitle("Returns and Exchanges");
  const link = page.locator("main tbody a[data-row]").first();
  await expect(link).toBeVisible();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(page).toHaveTitle(`${name} · Returns and Exchanges`);
  const panel = page.locator("dialog.wide-panel");
  await panel.getByRole("link", { name: "History", exact: true }).click();
  await expect(page).toHaveTitle(`${name} · History · Returns and Exchanges`);
  await panel.getByRole("link", { name: "Retry", exact: true }).click();
  await expect(page).toHaveTitle(`Retry ${name} · Returns and Exchanges`);
  // No test adds one to these.
  await page.goto("/orders/?status=COMPLETE");
  await expect(link).toBeVisible();
  const number = (await link.textContent()) ?? "";
  await link.click();
  await expect(page).toHaveTitle(`Order ${number} · Orders`);
});
