import { exoTabs, openOddExo, showExoTab } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

test("axe: every tab and the question", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openOddExo(page, "FILES");
  for (const tab of exoTabs) {
    await showExoTab(panel, tab);
    await expectNoViolations(page);
  }
  await openOddExo(page, "EVERYCODE", "History");
  await expectNoViolations(page);
  await page.goto("/returns/?status=failed");
  await page.locator("td .split > a").first().click();
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expectNoViolations(page);
});

test("a detail does not scroll sideways on a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn("clerk");
  for (const word of ["LONG", "FILES", "EVERYCODE"]) {
    const panel = await openOddExo(page, word);
    for (const tab of exoTabs) {
      await showExoTab(panel, tab);
      await expectToFitPhones(page, `${word}, ${tab}`);
    }
  }
});
