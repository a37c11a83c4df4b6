import { expect, isScripted, test } from "#tests/support/fixtures.ts";

const rows = "tbody tr";

test("Product Master: columns, a style's panel, its raw data, and back", async ({ page, signIn }) => {
  await signIn("merch", "/products/");
  await expect(page.getByRole("heading", { level: 1, name: "Product Master" })).toBeVisible();
  await expect(page.locator("thead th")).toHaveText([
    "Image",
    "Style Code",
    "Brand Group",
    "Brand",
    "Name",
    "Last Updated",
  ]);
  const link = page.locator(rows).first().getByRole("link");
  const styleCode = (await link.textContent()) ?? "";
  await link.click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { name: `Product Data - ${styleCode}` })).toBeVisible();
  await expect(panel).toContainText("Raw Data");
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/products\/$/);
});

test("Refresh reads the list again and leaves the page where it was", async ({ page, signIn }) => {
  await signIn("merch", "/products/?page=2");
  await page.getByRole("link", { name: "Refresh" }).first().click();
  await expect(page).toHaveURL(/\/products\/\?page=2$/);
  await expect(page.locator(rows).first()).toBeVisible();
});

test("a search looks at code, name and brands", async ({ page, signIn }, { project }) => {
  await signIn("merch", "/products/");
  await page.getByLabel("Search").fill("there is no such style");
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No products match")).toBeVisible();
});

test("a brand is chosen from those of the list, and a style is found in the stores", async ({
  page,
  signIn,
}, { project }) => {
  await signIn("merch", "/products/");
  const brand = (await page.locator(rows).first().locator("td").nth(3).textContent()) ?? "";
  await page.getByLabel("Brand").selectOption(brand);
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/[?&]brand=/);
  await expect(page.locator(rows).first().locator("td").nth(3)).toHaveText(brand);
  await page.locator(rows).first().getByRole("link").click();
  await page.getByRole("dialog").getByRole("link", { name: "Find it in the stores" }).click();
  await expect(page).toHaveURL(/\/find\?q=.+all=1/);
});

test("a style that is not there says so", async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 404/);
  await signIn("merch", "/products/no-such-style");
  await expect(page.getByRole("dialog")).toContainText("no-such-style was not found");
});
