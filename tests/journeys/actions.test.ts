import type { Locator, Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";

/** Scripted and script-less journeys act on products of different stores. */
const storeOf = (project: string) => (isScripted(project) ? "SWH" : "HPU");

/** The first row, over all pages, that offers an action and none of the ones that `avoid` names. */
async function rowOffering(page: Page, alias: string, action: string, skip = 0): Promise<Locator> {
  for (let number = 1; number <= 3; number += 1) {
    await page.goto(`/store/${alias}/products${number > 1 ? `?page=${number}` : ""}`);
    const rows = page.locator("tbody tr", {
      has: page.getByRole("link", { name: action, includeHidden: true }),
    });
    if ((await rows.count()) > skip) return rows.nth(skip);
  }
  throw new Error(`No product of ${alias} offers ${action}`);
}

async function choose(page: Page, row: Locator, action: string) {
  const direct = row.locator(".split > a", { hasText: action });
  if ((await direct.count()) > 0) await direct.click();
  else {
    await row.locator("summary").last().click();
    await row
      .getByRole("link", { name: action })
      .or(page.getByRole("menuitem", { name: action }))
      .first()
      .click();
  }
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  return dialog;
}

const codeOf = async (row: Locator) => ((await row.getByRole("link").first().textContent()) ?? "").trim();

/** Opens the change feed of a product and waits for the job that performs the action. */
async function expectChange(page: Page, alias: string, code: string, words: RegExp | string) {
  await page.goto(`/store/${alias}/products?code=${encodeURIComponent(code)}`);
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Changes" }).click();
  await expect(page).toHaveURL(/tab=changes/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("dialog").locator(".feed")).toContainText(words, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

test("an action without input: asked, confirmed, said, and seen in the product's changes", async ({
  page,
  signIn,
}, { project }) => {
  const alias = storeOf(project.name);
  await signIn("merch");
  const row = await rowOffering(page, alias, "Withdraw Product");
  const code = await codeOf(row);
  const dialog = await choose(page, row, "Withdraw Product");
  await expect(dialog).toContainText("Are you sure you want to Withdraw Product?");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const said = page.getByRole("status").filter({ hasText: "Submitted: Withdraw Product" });
  await expect(said).toContainText(code);
  await expect(said).toContainText(/\d{4}.*(am|pm) AE[SD]T/);
  await expectChange(page, alias, code, "Withdrawn");
});

test("No closes the question and sends nothing", async ({ page, signIn }, { project }) => {
  await signIn("merch");
  const alias = storeOf(project.name);
  const row = await rowOffering(page, alias, "Set Return Address", 3);
  const address = page.url();
  const code = await codeOf(row);
  const dialog = await choose(page, row, "Reject Product");
  await dialog.getByRole("link", { name: "No" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.locator("tbody")).toContainText(code);
  await expect(page.getByRole("status").filter({ hasText: "Submitted" })).toHaveCount(0);
});

test("an action with a note sends what was typed", async ({ page, signIn }, { project }) => {
  const alias = storeOf(project.name);
  await signIn("merch");
  const row = await rowOffering(page, alias, "Reject Product", 5);
  const code = await codeOf(row);
  const dialog = await choose(page, row, "Reject Product");
  await dialog.getByLabel("Note").fill("Heel cap is loose <b>left</b> & right");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
  await expectChange(page, alias, code, "Heel cap is loose <b>left</b> & right");
});

test("an action with an address: edited, shown as it will be sent, then sent", async ({ page, signIn }, {
  project,
}) => {
  const alias = storeOf(project.name);
  await signIn("merch");
  const row = await rowOffering(page, alias, "Set Return Address", 7);
  const code = await codeOf(row);
  const dialog = await choose(page, row, "Set Return Address");
  for (const [label, value] of [
    ["Company", "Harbour & Co"],
    ["Address 1", "1 Wharf Road"],
    ["Address 2", ""],
    ["Suburb", "Newport"],
    ["Postcode", ""],
    ["State", "Nowhere"],
    ["Country", "Australia"],
  ] as const)
    await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toContainText("Are you sure you want to Set Return Address?");
  await expect(dialog).toContainText("Harbour & Co");
  await expect(dialog.locator(".field-advice"), "advice, which blocks nothing").not.toHaveCount(0);
  await dialog.getByRole("button", { name: "Edit address" }).click();
  await expect(dialog.getByLabel("Company")).toHaveValue("Harbour & Co");
  if (isScripted(project.name)) await expect(dialog.getByLabel("Postcode"), "what is advised").toBeFocused();
  await dialog.getByLabel("Postcode").fill("3015");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toContainText("3015");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Set Return Address" })).toBeVisible();
  await expectChange(page, alias, code, "1 Wharf Road");
});

test("an action with a customer shows the data and sends it", async ({ page, signIn }, { project }) => {
  const alias = isScripted(project.name) ? "RBK" : "SNS";
  await signIn("merch");
  const row = await rowOffering(page, alias, "Offer to Waiting Customer");
  const code = await codeOf(row);
  const dialog = await choose(page, row, "Offer to Waiting Customer");
  await expect(dialog).toContainText("This will be sent");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Submitted: Offer to Waiting Customer" }),
  ).toBeVisible();
  await expectChange(page, alias, code, "Offered To");
});

const eventCall = "/api/ActionEvent";
const question = (number: number, action = "publish") =>
  `/store/SDY/products/sdy-${number}/actions/${action}?group=SDY-${String(number).padStart(4, "0")}`;

test("a double click on Yes sends once", async ({ page, signInUpstream, own }) => {
  await signInUpstream("clerk", question(11));
  await page.getByRole("button", { name: "Yes" }).dblclick();
  await expect(page.getByRole("status").filter({ hasText: /submitted: Publish Product/i })).toBeVisible();
  expect(own.upstream.acceptedEvents()).toHaveLength(1);
});

test("Back to a submitted page sends nothing by itself: it says what was submitted", {
  tag: "@no-scripting",
}, async ({ page, signInUpstream, own }) => {
  await signInUpstream("clerk", question(12));
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Publish Product" })).toBeVisible();
  await page.goBack();
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText("Submitted: Publish Product for SDY-0012");
  await expect(dialog.getByRole("button", { name: "Submit again" })).toBeVisible();
  expect(own.upstream.acceptedEvents()).toHaveLength(1);
});

test("a refused action says why, and keeps the note", async ({ page, signInUpstream, own, allowConsole }) => {
  allowConsole(/status of 409/);
  await signInUpstream("clerk", question(13, "reject"));
  own.upstream.fail(eventCall, jsonAnswer(409, { error: "Somebody else was faster" }));
  await page.getByLabel("Note").fill("Sole is loose");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("alert")).toContainText("An error occurred:");
  await expect(page.getByRole("alert")).toContainText("Somebody else was faster");
  await expect(page.getByLabel("Note")).toHaveValue("Sole is loose");
  own.upstream.reset();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
});

test("an action of a kind the portal does not know offers to close only", async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("clerk", "/store/SDY/products/sdy-newkind/actions/teleport?group=ODD-ACTION");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("hologram");
  await expect(dialog.getByRole("button", { name: "Yes" })).toHaveCount(0);
  await dialog.getByRole("link", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
});
