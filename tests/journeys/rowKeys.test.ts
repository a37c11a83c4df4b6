import type { Locator, Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToListen } from "#tests/support/screens.ts";

const links = (page: Page) => page.locator("main tbody a[data-row]");

/** Hydrated, and without focus. */
async function startOnPage(page: Page) {
  await expectToListen(page);
  await page.getByRole("heading", { level: 1 }).click();
}

test("rows by keyboard: moving, choosing, opening in place, the keys, and a panel and back [screens#row-keys, screens#open-row]", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signIn }) => {
  await signIn("clerk", "/returns/?status=failed");
  await startOnPage(page);
  await page.keyboard.press("j");
  await expect(links(page).nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(links(page).nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links(page).nth(0)).toBeFocused();
  const row = page.locator("main tbody tr").first();
  await page.keyboard.press("x");
  await expect(row.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("x");
  await expect(row.getByRole("checkbox")).not.toBeChecked();
  await links(page).nth(0).focus();
  await page.keyboard.press("o");
  await expect(row.locator(".row-more")).toHaveAttribute("open");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys of a list" });
  await expect(help.getByText("Retry")).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(links(page).nth(0)).toBeFocused();
  const name = (await links(page).nth(0).textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText(name);
  await page.keyboard.press("Escape");
  await expect(links(page).nth(0)).toBeFocused();
});

test("a letter opens the row's action, and its result leaves the focus on a row", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", "/returns/?status=failed");
  await startOnPage(page);
  await page.keyboard.press("j");
  const name = (await links(page).nth(0).textContent()) ?? "";
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(name);
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(links(page).nth(0)).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("jr");
  await expect(page.getByRole("banner").getByRole("search").locator("input")).toHaveValue("jr");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [who, path, letter, action] of [
  ["clerk", "/returns/?status=failed", "r", "Retry"],
  ["merch", "/store/CLK/products", "u", "Update Listing"],
  ["edi", "/edi/myer/orders", "p", "Process"],
] as const)
  test(`in a panel of ${path} a letter does what its row's does, and '?' says so [screens#row-keys]`, {
    tag: "@scripting",
  }, async ({ page, signIn }) => {
    await signIn(who, path);
    await startOnPage(page);
    await page
      .locator("main tbody tr")
      .filter({ has: page.getByRole("link", { name: action, exact: true }) })
      .first()
      .locator("a[data-row]")
      .first()
      .press("Enter");
    const panel = page.locator(".route-dialog.wide-panel");
    const head = panel.locator(".panel-head").getByRole("link", { name: action, exact: true });
    await expect(head).toBeVisible();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys of a list" });
    await expect(
      help.locator("div", { has: page.locator("dt", { hasText: new RegExp(`^${letter}$`) }) }).last(),
    ).toContainText(action);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(panel).toBeVisible();
    await page.keyboard.press(letter);
    await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  });

test("the keys do nothing when they are turned off", { tag: "@scripting" }, async ({ page, signIn }) => {
  // The preference is stored: a person who uses no keys in other journeys.
  await signIn("nameless", "/preferences");
  await page.getByRole("group", { name: "Keys on rows" }).getByLabel("None but those of the browser").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your preferences are kept.")).toBeVisible();
  await page.goto("/orders/");
  await startOnPage(page);
  await page.keyboard.press("j");
  await expectToListen(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("main tbody :focus")).toHaveCount(0);
});

test("'?' is a link to the guide, and a key that leaves the page as it is [shell#keys, guide#way-in]", async ({
  page,
  signIn,
}, { project }) => {
  await signIn("labels", "/preferences");
  if (isScripted(project.name)) {
    await startOnPage(page);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await expect(keys.getByRole("button", { name: "Close" })).toBeFocused();
    await expect(keys).not.toContainText("The next row");
    await keys.getByRole("link", { name: /^Guide/ }).click();
    await expect(keys).toBeHidden();
  } else await page.getByRole("banner").getByRole("link", { name: "Guide" }).first().click();
  await expect(page).toHaveURL(/\/guide\/labels$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Guide: Label printer");
  const picture = page.getByRole("main").getByRole("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("naturalWidth", 1024);
  await page.getByRole("link", { name: "All pages" }).click();
  await expect(page.getByRole("region", { name: "For your role" }).getByRole("link")).toHaveText(
    "Label printer",
  );
});

test("a list is worked through with two keys a record, without scripting by links and forms [queue#keys, queue#next, queue#plain]", async ({
  page,
  signInUpstream,
}, { project }) => {
  const hasKeys = isScripted(project.name);
  await signInUpstream("clerk", "/orders/?status=UNPROCESSABLE_HARD");
  if (hasKeys) await startOnPage(page);
  await page.getByRole("link", { name: "Work through" }).click();
  const bar = page.getByRole("region", { name: "Working through" });
  const place = page.getByRole("navigation", { name: "Records beside this one" });
  const press = async (letter: string, button: Locator) => {
    await expect(button).toBeVisible();
    await (hasKeys ? page.keyboard.press(letter) : button.click());
  };
  await expect(place).toContainText(/1 of \d+/);
  await press("r", bar.getByRole("link", { name: "Resubmit to AP21" }));
  await press("Enter", page.getByRole("button", { name: "Yes" }));
  await expect(place).toContainText(/2 of \d+/);
  await press("s", bar.getByRole("button", { name: "Skip" }));
  await expect(place).toContainText(/3 of \d+/);
  if (hasKeys) await expectNoViolations(page);
  await bar.getByRole("link", { name: /^Working through/ }).click();
  await expect(page.getByRole("main")).toContainText(/2 of \d+ done\. 1 resubmitted to AP21: .+; 1 skipped/);
  if (hasKeys) await expectNoViolations(page);
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(place).toContainText(/3 of \d+/);
});
