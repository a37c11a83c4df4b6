import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

const voucherPage = "/store/SNS/nswvoucher";

/** A person may look up five vouchers a minute, which these journeys share. */
const teller = (project: string) => (isScripted(project) ? "clerk" : "edi");

test("a voucher's balance, and the next card typed in its place [vouchers#next, vouchers#checked]", async ({
  page,
  signIn,
}, { project }) => {
  await signIn(teller(project.name), "/store/SNS");
  const menu = page.getByRole("list", { name: "Pages of Shoes and Sox" });
  await menu.getByRole("link", { name: "NSW Voucher" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "NSW Voucher" })).toBeVisible();
  await expect(page.getByLabel("Voucher code"), "a card is typed on arrival").toBeFocused();
  await page.keyboard.type("NSW-KIDS-2502");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("Balance available $12.50");
  await expect(page.getByRole("status")).toContainText("Voucher ending in 2502");
  await expect(page.getByRole("listitem").filter({ hasText: "Ending in 2502" })).toContainText("$12.50");
  expect(page.url()).toMatch(/\/store\/SNS\/nswvoucher$/);
  await expect(page.getByLabel("Voucher code")).toHaveValue("NSW-KIDS-2502");
  if (!isScripted(project.name)) return;
  await expect(page.getByLabel("Voucher code"), "the next card is typed at once").toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("NSW-KIDS-2502");
  const state = await page.evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
  );
  expect(state).not.toContain("KIDS");
});

test("an error is dismissed, and shown again when it happens again [errors#error-bar]", {
  tag: "@scripting",
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 404/);
  await signIn("merch", voucherPage);
  await page.getByLabel("Voucher code").fill("NSW-NO-SUCH");
  await page.getByRole("button", { name: "Check Balance" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Check Balance" }).click();
  await expect(page.getByRole("alert")).toContainText("There is no voucher with this code.");
});

test("axe and phones: the voucher's page, empty, good and refused", { tag: "@scripting" }, async ({
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
    await expectToFitPhones(page, words);
  }
});
