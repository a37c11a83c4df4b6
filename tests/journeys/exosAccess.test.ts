import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { exoTabs, openOddExo } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
}

test("axe: every tab and the question", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("clerk");
  for (const tab of exoTabs) {
    await openOddExo(page, "FILES", tab);
    await expectNoViolations(page);
  }
  await openOddExo(page, "EVERYCODE", "History");
  await expectNoViolations(page);
  await page.goto("/returns/?status=failed");
  await page.locator(".split > a").first().click();
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expectNoViolations(page);
});

for (const width of [320, 390]) {
  test(`a detail does not scroll sideways at ${width} px`, { tag: "@phone" }, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 700 });
    await signIn("clerk");
    for (const word of ["LONG", "FILES", "EVERYCODE"]) {
      for (const tab of exoTabs) {
        const panel = await openOddExo(page, word, tab);
        const spare = await panel
          .locator(".dialog-content")
          .evaluate((body) => body.scrollWidth - body.clientWidth);
        expect(spare, `${word}, ${tab}`).toBeLessThanOrEqual(0);
      }
    }
  });
}
