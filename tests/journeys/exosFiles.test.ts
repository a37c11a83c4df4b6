import { readFile } from "node:fs/promises";
import { openOddExo } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";

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
