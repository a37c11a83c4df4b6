import { exoPanel } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToListen } from "#tests/support/screens.ts";

test("Select All never reaches the URL [screens#select-all]", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/returns/");
  await page.locator(".multi summary").first().click();
  await page.getByRole("option", { name: "Select All" }).or(page.getByLabel("Select All")).first().click();
  await expect(page).toHaveURL(/status=completed/);
  expect(new URL(page.url()).searchParams.getAll("status")).toHaveLength(10);
  expect(page.url()).not.toMatch(/Select|\*/);
});

test("a photo opens whole, arrows lead to the next, and Escape back to it [screens#viewer]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", "/returns/?order=ODD-40PHOTOS-");
  // A press before hydration opens a tab, as without scripting.
  await expectToListen(page);
  await page.locator("tbody tr").first().getByRole("link").first().click();
  const panel = exoPanel(page);
  const first = panel.getByRole("link", { name: /^Photo 1 of / });
  const viewer = page.getByRole("dialog", { name: /^Photo \d+ of / });
  await first.click();
  await expect(viewer).toContainText("1 of 40");
  await expect
    .poll(() => viewer.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(8);
  await expectNoViolations(page);
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText("2 of 40");
  await viewer.getByRole("button", { name: "Previous" }).click();
  await viewer.getByRole("button", { name: "Previous" }).click();
  await expect(viewer.getByRole("heading", { name: /^Photo 40 of / })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(panel, "one Escape closes one thing").toBeVisible();
  await expect(first).toBeFocused();
});
