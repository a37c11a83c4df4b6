import { exoPanel, exoTabs, openEdgeCaseExo, showExoTab } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones, expectToListen } from "#tests/support/screens.ts";

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
  // A press before scripting listens opens a tab, as it does without scripting.
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

test("axe: every tab and the question", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openEdgeCaseExo(page, "FILES");
  for (const tab of exoTabs) {
    await showExoTab(panel, tab);
    await expectNoViolations(page);
  }
  await openEdgeCaseExo(page, "EVERYCODE", "History");
  await expectNoViolations(page);
  await page.goto("/returns/?status=failed");
  await page.locator("td .split > a").first().click();
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expectNoViolations(page);
});

test("a detail does not scroll sideways on a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn("clerk");
  for (const word of ["LONG", "FILES", "EVERYCODE"]) {
    const panel = await openEdgeCaseExo(page, word);
    for (const tab of exoTabs) {
      await showExoTab(panel, tab);
      await expectToFitPhones(page, `${word}, ${tab}`);
    }
  }
});
