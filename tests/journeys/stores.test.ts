import { expect, test } from "#tests/support/fixtures.ts";
import { expectToListen } from "#tests/support/screens.ts";

test("the menu's stores are narrowed by typing, and Enter opens the first [shell#store-filter]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/");
  await expectToListen(page);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const field = menu.getByLabel("Filter stores");
  const stores = menu.locator(".store-links > ul > li > a");
  const all = await stores.count();
  await field.fill("SHO");
  await expect(stores).toHaveText(["Shoe Warehouse", "Shoes and Sox"]);
  await expect(menu.getByText(`2 of ${all} stores`)).toHaveCount(1);
  await expect(menu.getByRole("link", { name: "Product Master" })).toBeVisible();
  await field.fill("nothing like it");
  await expect(menu.getByText("No store matches")).toBeVisible();
  await field.press("Escape");
  await expect(stores).toHaveCount(all);
  await field.fill("sox");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/store\/SNS$/);
  await expect(stores).toHaveCount(all);
});

test("a key that is pressed before a page is hydrated breaks nothing", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    // React begins its work by a message through a port, which is late here.
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function late(message) {
      setTimeout(() => postMessage.call(this, message), 100);
    };
    const key = () => document.body?.dispatchEvent(new KeyboardEvent("keydown", { key: "9", bubbles: true }));
    const timer = setInterval(key, 10);
    setTimeout(() => clearInterval(timer), 3_000);
  });
  await signIn("clerk", "/orders/");
  await expectToListen(page);
});

test("a hash becomes a search [addresses#hash]", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/#ODD-200LINES");
  await expect(page).toHaveURL(/\/orders\/\?q=ODD-200LINES$/);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("ODD-200LINES");
  await page.goto("/store/SNS/orders#ODD-NOCUSTOMER");
  await expect(page).toHaveURL(/\/store\/SNS\/orders\?q=ODD-NOCUSTOMER$/);
  await signIn("store", "/store/SNS/shipments#4711");
  await expect(page).toHaveURL(/shipments\?q=4711$/);
  await expect(page.getByText("No shipments match")).toBeVisible();
});
