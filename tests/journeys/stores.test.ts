import { expect, test } from "#tests/support/fixtures.ts";
import { expectToListen } from "#tests/support/screens.ts";

const names = [
  "Amazon",
  "Catch",
  "Clarks",
  "Dom",
  "eBay",
  "Elka",
  "Hush Puppies",
  "Kogan",
  "Myer",
  "Reebok",
  "Shoe Warehouse",
  "Shoes and Sox",
  "Superdry",
  "The Iconic",
  "Tools",
  "Volley",
];

test("Stores shows a card per store by name, and the menu an entry for each", async ({ page, signIn }) => {
  await signIn("clerk");
  await expect(page.getByRole("heading", { name: "Stores", exact: true })).toBeVisible();
  const cards = page.getByRole("list", { name: "Stores" }).getByRole("link");
  expect((await cards.allTextContents()).map((name) => name.trim())).toEqual(names);
  const menu = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
  expect((await menu.allTextContents()).map((name) => name.trim())).toEqual([
    "Product Master",
    "Orders",
    "Returns and Exchanges",
    "EDI (Myer)",
    "Stores",
    ...names,
  ]);
  await page.getByRole("main").getByRole("link", { name: "Clarks" }).click();
  await expect(page).toHaveURL(/\/store\/CLK$/);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("main").getByText("bigcommerce", { exact: true })).toBeVisible();
});

test("the menu's stores are narrowed by typing, and Enter opens the first [shell#store-filter]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/");
  await expectToListen(page);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const field = menu.getByLabel("Filter stores");
  const stores = menu.locator(".store-links").getByRole("link");
  await field.fill("SHO");
  await expect(stores).toHaveText(["Shoe Warehouse", "Shoes and Sox"]);
  await expect(menu.getByText(`2 of ${names.length} stores`)).toHaveCount(1);
  await expect(menu.getByRole("link", { name: "Product Master" })).toBeVisible();
  await field.fill("nothing like it");
  await expect(menu.getByText("No store matches")).toBeVisible();
  await field.press("Escape");
  await expect(stores).toHaveCount(names.length);
  await field.fill("sox");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/store\/SNS$/);
  await expect(stores).toHaveCount(names.length);
});

test("the Overview finds a product by its code and leads to what needs attention", async ({
  page,
  signIn,
}) => {
  await signIn("merch", "/store/SWH");
  await expect(page.getByRole("heading", { name: "Products needing attention" })).toBeVisible();
  await page.getByRole("link", { name: /all with a validation status/i }).click();
  await expect(page).toHaveURL(/\/store\/SWH\/products\?invalid=1/);
  await expect(page.getByLabel("Only with Validation Status")).toBeChecked();
  await page.goto("/store/SWH");
  const finder = page.getByRole("region", { name: "Find a product" });
  await finder.getByLabel("Code").fill("ODD-SCRIPT");
  await finder.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/code=ODD-SCRIPT/);
  await expect(page.getByRole("link", { name: /^ODD-SCRIPT/ })).toBeVisible();
});

test("an alias in another case leads to the store's own", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/store/clk/products?code=a");
  await expect(page).toHaveURL(/\/store\/CLK\/products\?code=a$/);
  await page.goto("/store/CLK/");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("an unknown store and an unknown page say so", { tag: "@no-scripting" }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn("clerk");
  const unknown = await page.goto("/store/NOPE");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText("Store Not Found")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeAttached();
  const nowhere = await page.goto("/nowhere/at/all");
  expect(nowhere?.status()).toBe(404);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  const later = await page.goto("/store/CLK/nothing-here");
  expect(later?.status()).toBe(404);
});

for (const who of ["labels", "store"] as const) {
  test(`${who} may not open the products, and is told who may`, { tag: "@no-scripting" }, async ({
    page,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/status of 403/);
    await signIn(who, "/store/");
    await expect(page.getByRole("heading", { name: "Stores", exact: true })).toBeVisible();
    const refused = await page.goto("/store/CLK/products");
    expect(refused?.status()).toBe(403);
    await expect(page.getByRole("main")).toContainText("Admin, User");
    await expect(page.getByRole("link", { name: "Meta Products" })).toHaveCount(0);
  });
}

for (const who of ["admin", "clerk", "merch", "edi"] as const) {
  test(`${who} sees the store's pages that exist`, { tag: "@no-scripting" }, async ({ page, signIn }) => {
    await signIn(who, "/store/CLK");
    const menu = page.getByRole("navigation", { name: "Pages of Clarks" });
    await expect(menu.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
    await menu.getByRole("link", { name: "Meta Products" }).click();
    await expect(page).toHaveURL(/\/store\/CLK\/products$/);
  });
}
