import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { withoutPrintService } from "#tests/support/labels.ts";
import { expectNoViolations } from "#tests/support/screens.ts";

const ground = { light: "rgb(245, 246, 247)", dark: "rgb(18, 24, 29)", paper: "rgb(255, 255, 255)" };

const expectGround = (page: Page, colour: string) =>
  expect(page.locator("html")).toHaveCSS("background-color", colour);

test("colours are the device's until the person chooses [screens#colours, screens#preferences]", {
  tag: "@firefox",
}, async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn("edi", "/preferences");
  await expectGround(page, ground.dark);
  const choose = async (label: string) => {
    await page.getByRole("group", { name: "Colours" }).getByLabel(label, { exact: true }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your preferences are kept.")).toBeVisible();
  };
  await choose("Light");
  await expectGround(page, ground.light);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/preferences");
  await choose("Dark");
  await expectGround(page, ground.dark);
});

test("axe: screens in dark colours, and paper is white", { tag: "@scripting" }, async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await withoutPrintService(page);
  await signIn("admin", "/edi/myer");
  await expectNoViolations(page);
  for (const path of ["/store/ICN/products?invalid=1", "/returns/?status=failed", "/store/SNS/printlabel"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectGround(page, ground.dark);
      await expectNoViolations(page);
    });
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expectGround(page, ground.paper);
});
