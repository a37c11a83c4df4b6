import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectEach } from "#tests/support/screens.ts";

const rows = "tbody tr";

test("shipments: docket, order number, SKU, and what was dropped", async ({ page, signIn }) => {
  await signIn("store", "/store/SNS/shipments");
  await expect(page.locator("thead th")).toHaveText([
    "Docket",
    "Order Number",
    "Sale Date",
    "Style Name",
    "Colour Name",
    "Product SKU",
    "Size",
    "Amount",
    "Qty",
  ]);
  await expect(page.locator(rows).first().locator("td").first()).toHaveText(/^D999\d+$/);
  await expect(page.getByText(/rows? without an order number (is|are) not shown/)).toBeVisible();
  await expect(page.locator(rows).first().getByRole("link"), "a store person opens no orders").toHaveCount(0);
});

test("shipments are searched by customer order number", async ({ page, signIn }, { project }) => {
  await signIn("labels", "/store/SNS/shipments?page=2");
  const number = (await page.locator(rows).first().locator("td").nth(1).textContent()) ?? "";
  await page.getByLabel("Search by customer order #").fill(number);
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${number}$`));
  await expectEach(page.locator(rows), number);
});

test("a hash becomes a search", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("store", "/store/SNS/shipments#4711");
  await expect(page).toHaveURL(/shipments\?q=4711$/);
  await expect(page.getByText("No shipments match")).toBeVisible();
});

test("shipments are closed to a person with the User role only", async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 403/);
  await signIn("clerk", "/store/SNS/shipments");
  await expect(page.getByText(/Store, Admin/)).toBeVisible();
});

test("a store person lands on the shipments", async ({ page, signIn }) => {
  await signIn("store", "/store/SNS");
  await expect(page).toHaveURL(/\/store\/SNS\/shipments$/);
});
