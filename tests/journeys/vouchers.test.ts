import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

const voucherPage = "/store/SNS/nswvoucher";

/** One person looks up five vouchers a minute at most: these journeys share them out. */
const teller = (project: string) => (isScripted(project) ? "clerk" : "edi");

test("a voucher's balance", async ({ page, signIn }, { project }) => {
  await signIn(teller(project.name), "/store/SNS");
  const menu = page.getByRole("navigation", { name: "Pages of Shoes and Sox" });
  await menu.getByRole("link", { name: "NSW Voucher" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "NSW Voucher" })).toBeVisible();
  await page.getByLabel("Voucher code").fill("NSW-KIDS-2502");
  await page.getByRole("button", { name: "Check Balance" }).click();
  await expect(page.getByRole("status")).toContainText("Balance available $12.50");
  await expect(page.getByRole("status")).toContainText("Voucher ending in 2502");
  await expect(page.getByRole("listitem").filter({ hasText: "Ending in 2502" })).toContainText("$12.50");
  expect(page.url()).toMatch(/\/store\/SNS\/nswvoucher$/);
  if (!isScripted(project.name)) return;
  await expect(page.getByLabel("Voucher code"), "the next card is typed at once").toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("NSW-KIDS-2502");
  const state = await page.evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
  );
  expect(state).not.toContain("KIDS");
});

test("Enter checks, and what is wrong is said until the next check", async ({ page, signIn, allowConsole }, {
  project,
}) => {
  allowConsole(/status of (400|404|422|500)/);
  await signIn(teller(project.name), voucherPage);
  const code = page.getByLabel("Voucher code");
  const check = async (text: string) => {
    await code.fill(text);
    await code.press("Enter");
  };
  await check("");
  await expect(page.getByText("Enter a voucher code.")).toBeVisible();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await check("NSW-NO-SUCH");
  await expect(page.getByRole("alert")).toContainText("This is not a valid voucher code.");
  await expect(page.getByRole("alert")).toContainText("There is no voucher with this code.");
  await expect(page.getByRole("alert"), "nothing is broken").not.toContainText("An error occurred");
  await expect(code).toHaveValue("NSW-NO-SUCH");
  await check("NSW-KIDS-2402");
  await expect(page.getByRole("alert")).toContainText("This voucher expired on");
  await check("NSW-KIDS-2599");
  await expect(page.getByRole("alert")).toContainText("An error occurred: Internal Server Error (500)");
  await check("nsw-kids-2501");
  await expect(page.getByRole("status")).toContainText("Balance available $50.00");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("other stores are not supported", { tag: "@no-scripting" }, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 422/);
  await signIn("clerk", "/store/HPU/nswvoucher");
  await page.getByLabel("Voucher code").fill("NSW-KIDS-2501");
  await page.getByRole("button", { name: "Check Balance" }).click();
  await expect(page.getByRole("alert")).toContainText("Store not supported");
});

test("an error is dismissed, and is back when it happens again", { tag: "@scripting" }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn("merch", voucherPage);
  await page.getByLabel("Voucher code").fill("NSW-NO-SUCH");
  await page.getByRole("button", { name: "Check Balance" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Check Balance" }).click();
  await expect(page.getByRole("alert")).toContainText("There is no voucher with this code.");
});

test("axe: the voucher's page, empty, good and refused", { tag: "@scripting" }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of (400|404)/);
  await signIn("merch", voucherPage);
  await expectNoViolations(page);
  for (const [code, words] of [
    ["NSW-KIDS-2501", "Balance available"],
    ["NSW-NO-SUCH", "There is no voucher"],
    ["", "Enter a voucher code."],
  ] as const) {
    await page.getByLabel("Voucher code").fill(code);
    await page.getByRole("button", { name: "Check Balance" }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expectNoViolations(page);
  }
});

test("on a phone", { tag: "@phone" }, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 422/);
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn("norole", voucherPage);
  await page.getByLabel("Voucher code").fill("NSW-KIDS-2504");
  await page.getByRole("button", { name: "Check Balance" }).tap();
  await expect(page.getByRole("status")).toContainText("Balance available $1,250.00");
  await page.getByLabel("Voucher code").fill("NSW-KIDS-2401");
  await page.getByRole("button", { name: "Check Balance" }).tap();
  await expect(page.getByRole("alert")).toContainText("expired");
  await expectToFitPhones(page, "a refused voucher");
});
