import { readFile } from "node:fs/promises";
import { exoPanel, openOddExo } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToListen } from "#tests/support/screens.ts";

test("forty photos: eight at once, the others when they are asked for", async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openOddExo(page, "40PHOTOS");
  const pictures = panel.locator("img.product-image");
  await expect(pictures).toHaveCount(40);
  await pictures.first().scrollIntoViewIfNeeded();
  await expect(pictures.first()).toHaveJSProperty("complete", true);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(8);
  await panel.locator("summary", { hasText: "32 more photos" }).click();
  await pictures.last().scrollIntoViewIfNeeded();
  await expect(pictures.last()).toBeVisible();
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

test("a label is downloaded as a PDF; one that cannot be had is said at its card", async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of (404|502)/);
  await signIn("clerk");
  const panel = await openOddExo(page, "FILES", "References");
  const card = (title: string) => panel.locator(".card").filter({ hasText: title });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card("Return label")
      .getByRole("link", { name: /^Download/ })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^EXO-\d+-Return-label\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await card("A label that is gone")
    .getByRole("link", { name: /^Download/ })
    .click();
  await expect(card("A label that is gone").getByRole("alert")).toContainText("An error occurred:");
  await expect(card("A label that is gone").getByRole("link", { name: /^Download/ })).toHaveText(/^Download/);
  await card("A label that is a web page")
    .getByRole("link", { name: /^Download/ })
    .click();
  await expect(card("A label that is a web page").getByRole("alert")).toContainText(
    "does not hand this file on",
  );
});
