import { expect, test } from "#tests/support/fixtures.ts";

const providerButton = /Riley Clerk/;

test("a clerk opens a page, signs in, and is returned to it [sign-in#button, sign-in#return-to]", {
  tag: "@no-scripting",
}, async ({ page }) => {
  await page.goto("/store/CLK/products?invalid=1");
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(page.getByRole("heading", { name: "Utopia Portal" })).toBeVisible();
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: providerButton }).click();
  await expect(page).toHaveURL(/\/store\/CLK\/products\?invalid=1$/);
  await expect(page.getByRole("heading", { name: "Meta Products" })).toBeVisible();
});

test("with scripting on a desktop the sign-in opens in a window of its own [sign-in#popup]", {
  tag: "@scripting",
}, async ({ page }) => {
  await page.goto("/store/CLK/products");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Log In" }).click();
  const popup = await opened;
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: providerButton }).click();
  await closed;
  await expect(page).toHaveURL(/\/store\/CLK\/products$/);
  await expect(page.getByRole("heading", { name: "Meta Products" })).toBeVisible();
});

test("a cancelled sign-in popup is reported by the page that opened it, which keeps the return URL", {
  tag: "@scripting",
}, async ({ page }) => {
  await page.goto("/store/CLK/products?invalid=1");
  for (const press of [/^Cancel$/, providerButton]) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Log In" }).click();
    const popup = await opened;
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: press }).click();
    await closed;
    if (press === providerButton) break;
    await expect(page.getByText("The sign-in was cancelled.")).toBeVisible();
    await expect(page.getByText("Continue in the sign-in window")).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/store\/CLK\/products\?invalid=1$/);
});

test("a signed-out page that becomes visible again continues where somebody has signed in meanwhile", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  const other = await page.context().newPage();
  await other.goto("/login?returnTo=%2Fstore%2FCLK%2Fproducts%3Finvalid%3D1");
  await expect(other.getByRole("button", { name: "Log In" })).toBeVisible();
  await signIn("clerk");
  await expect(async () => {
    await other.evaluate(() => window.dispatchEvent(new Event("focus")));
    expect(await other.getByRole("heading", { name: "Meta Products" }).isVisible()).toBe(true);
  }).toPass();
});

test("a blocked window falls back to the redirect, and who asked for no page begins at home [sign-in#first-page]", {
  tag: "@scripting",
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: providerButton }).click();
  await expect(page.getByRole("heading", { name: "Stores", exact: true })).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("a phone signs in by redirect", { tag: "@phone" }, async ({ page, context }) => {
  const pages = context.pages();
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).tap();
  await page.getByRole("button", { name: providerButton }).tap();
  await expect(page.getByRole("heading", { name: "Stores", exact: true })).toBeVisible();
  expect(context.pages()).toEqual(pages);
});

test("Log Out ends the session here and at the provider", { tag: "@firefox" }, async ({
  page,
  signInAnew,
}) => {
  await signInAnew("clerk", "/store/");
  await page.locator("summary", { has: page.getByText("RC") }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await page.goto("/store/");
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Stores", exact: true })).toHaveCount(0);
});
