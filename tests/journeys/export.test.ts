import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { expect, test } from "#tests/support/fixtures.ts";
import { json } from "#tests/support/upstream/proxy.ts";

async function sheetOf(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), start()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), rows: await readSheet(bytes, "Sheet1"), bytes };
}

test("a page of 1,000 without rows is no file, and says so", async ({ page, signIn }) => {
  await signIn("merch", "/store/SDY/products?page=3");
  await expect(page.getByRole("link", { name: /Download To Excel/ })).toContainText("rows 41–45");
  await page.locator("summary[aria-label='Other downloads']").click();
  await page.getByRole("link", { name: "Page 3 at 1,000 products a page", exact: true }).click();
  await expect(page.getByText(/^Nothing was saved/)).toBeVisible();
});

test("the browser's file and the server's say the same", { tag: "@scripting" }, async ({
  page,
  signIn,
  request,
  context,
}) => {
  await signIn("merch", "/store/CLK/products");
  const link = page.getByRole("link", { name: /Download To Excel/ });
  const href = (await link.getAttribute("href")) ?? "";
  const own = await sheetOf(page, () => link.click());
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const answer = await request.get(href, { headers: { cookie: cookies } });
  expect(answer.headers()["content-disposition"]).toContain(own.name);
  expect(await readSheet(await answer.body(), "Sheet1")).toEqual(own.rows);
});

test("an export whose upstream fails says so", async ({ page, signInUpstream, stack, allowConsole }) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("clerk", "/store/SDY/products");
  stack.upstream.fail("/api/getmetaproducts", json(500, { error: "No paper left" }));
  await page.getByRole("link", { name: /Download To Excel/ }).click();
  await expect(page.getByText("No paper left").first()).toBeVisible();
});
