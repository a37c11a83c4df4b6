import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";

/** Scripted and script-less journeys act on orders of different stores. */
const storeOf = (project: string) => (isScripted(project) ? "SWH" : "HPU");

/** The dialogs that retry the soft failures of a store, by order number. */
async function retries(page: Page, alias: string): Promise<{ number: string; href: string }[]> {
  await page.goto(`/store/${alias}/orders?status=UNPROCESSABLE_SOFT`);
  const found: { number: string; href: string }[] = [];
  for (const row of await page.locator("tbody tr").all()) {
    const retry = row.getByRole("link", { name: "Retry Order", includeHidden: true }).first();
    const number = await row.getByRole("link").first().textContent();
    const href = await retry.getAttribute("href");
    if (number && href) found.push({ number: number.trim(), href });
  }
  return found;
}

const said = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words });

test("an order action is asked, confirmed, said, and seen in the order's history", async ({ page, signIn }, {
  project,
}) => {
  const alias = storeOf(project.name);
  await signIn("clerk");
  const [order] = await retries(page, alias);
  if (!order) throw new Error(`${alias} has no order to retry`);
  await page.locator("tbody tr").first().locator(".split > a").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expect(dialog).toContainText("Are you sure you want to Retry Order?");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(said(page, /^Submitted: Retry Order for order/)).toContainText(order.number);
  await expect(page, "back to where the person was").toHaveURL(/status=UNPROCESSABLE_SOFT$/);
  await expect(async () => {
    await page.goto(`/store/${alias}/orders/${encodeURIComponent(order.number)}?tab=history`);
    await expect(page.getByRole("dialog").locator(".feed")).toContainText("clerk@utopia.example", {
      timeout: 500,
    });
  }).toPass({ timeout: 15_000 });
});

test("opened in two tabs and sent from both, an action is sent once, and the second is told", async ({
  page,
  context,
  signIn,
}, { project }) => {
  const alias = isScripted(project.name) ? "ELK" : "SNS";
  await signIn("clerk");
  const [order] = await retries(page, alias);
  if (!order) throw new Error(`${alias} has no order to retry`);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(order.href);
    await expect(tab.getByRole("dialog")).toContainText("Are you sure you want to Retry Order?");
  }
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(said(page, /^Submitted: Retry Order/)).toBeVisible();
  await other.getByRole("button", { name: "Yes" }).click();
  await expect(said(other, /^Already submitted: Retry Order.*Nothing was sent a second time/)).toBeVisible();
});

test("opened again it says what became of the first, and sends nothing by itself", async ({ page, signIn }, {
  project,
}) => {
  const alias = isScripted(project.name) ? "SDY" : "CLK";
  await signIn("clerk");
  const [order] = await retries(page, alias);
  if (!order) throw new Error(`${alias} has no order to retry`);
  await page.goto(order.href);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Yes" }).dblclick();
  await expect(said(page, /ubmitted: Retry Order/)).toBeVisible();
  await page.goto(order.href);
  await expect(dialog.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  // The order goes on by itself meanwhile: then the question is a new one, or there is none any more.
  const isUnchanged = (await dialog.getByRole("button", { name: "Submit again" }).count()) > 0;
  if (isUnchanged) await expect(dialog).toContainText("by you");
  else
    await expect(
      dialog.getByRole("button", { name: "Yes" }).or(dialog.getByText("no longer offered")),
    ).toBeVisible();
});
