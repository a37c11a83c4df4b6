import { once } from "node:events";
import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectToListen } from "#tests/support/screens.ts";

const fieldOf = (page: Page) => page.getByRole("banner").getByRole("search").locator("input");

test("'/' and Ctrl-K focus the field, matches are suggested, and Enter finds or opens [find#field]", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/");
  const field = fieldOf(page);
  await expectToListen(page);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(field).not.toBeFocused();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await expect(field).toHaveRole("combobox");
  await page.keyboard.type("muller");
  const offered = page.getByRole("listbox").getByRole("option");
  await expect(offered.first()).toHaveText("Find muller");
  await expect(offered.nth(1)).toContainText("Müller");
  await expect(offered.first()).toHaveAttribute("data-focus", "");
  await page.keyboard.press("Escape");
  await expect(offered).toHaveCount(0);
  await expect(field).toHaveValue("muller");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("superdry returns");
  await expect(offered.nth(1)).toContainText("Returns and Exchanges · Superdry");
  await page.keyboard.press("ArrowDown");
  await expect(offered.nth(1)).toHaveAttribute("data-focus", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/store\/SDY\/returns$/);
});

test("what is late holds no suggestion up, and follows; or it is said that it did not come [find#suggestions]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  const suggestion = (title: string) => ({ href: "/find?q=x", title, kind: "Orders", at: "", about: [] });
  const answers = [
    { suggestions: [suggestion("Early")], isLate: true },
    { suggestions: [suggestion("Early"), suggestion("Followed")], isLate: false },
    { suggestions: [], isLate: true },
    { suggestions: [], isLate: true },
  ];
  const second = new AbortController();
  const isOpen = once(second.signal, "abort");
  const asked: string[] = [];
  await page.route(/\/find\/suggestions/, async (route) => {
    const count = asked.push(new URL(route.request().url()).search);
    if (count === 2) await isOpen;
    await route.fulfill({ json: { ...answers[count - 1], refusal: "" } });
  });
  await signIn("clerk", "/orders/");
  await expectToListen(page);
  await page.keyboard.press("Control+k");
  await expect(fieldOf(page)).toHaveRole("combobox");
  await page.keyboard.insertText("xyz");
  const list = page.getByRole("listbox");
  await expect(list).toContainText("Early");
  await expect(list).toContainText("Just a moment!");
  await expect(list).not.toContainText("Followed");
  second.abort();
  await expect(list).toContainText("Followed");
  await expect(list).not.toContainText("Just a moment!");
  await page.keyboard.type("z");
  await expect(list).toContainText("Not everything answered. Enter finds all the same.");
  expect(asked).toEqual(["?q=xyz", "?q=xyz&late=1", "?q=xyzz", "?q=xyzz&late=1"]);
});

test("no letter is lost while the field's suggestions arrive", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  const suggestions = await hold(page, /FindSuggestions-[^/]*\.js$/);
  await signIn("clerk", "/orders/");
  const field = fieldOf(page);
  await expectToListen(page);
  await suggestions.requested(1);
  await page.keyboard.type("end");
  await page.keyboard.press("Home");
  let typed = "";
  const type = async (letters: string) => {
    for (const letter of letters) await page.keyboard.press(letter);
    typed += letters;
  };
  await type("start");
  await expect(field).not.toHaveRole("combobox");
  suggestions.letGo();
  do await type("abcdefghijklmnopqrst");
  while ((await field.getAttribute("role")) !== "combobox");
  await type("uvwxyz");
  await expect(field).toHaveValue(`${typed}end`);
});

test("the focus stays where it went while the suggestions arrive", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  const suggestions = await hold(page, /FindSuggestions-[^/]*\.js$/);
  await signIn("clerk", "/orders/");
  await expectToListen(page);
  await suggestions.requested(1);
  const search = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await search.focus();
  suggestions.letGo();
  await expect(fieldOf(page)).toHaveRole("combobox");
  await expect(search).toBeFocused();
});

test("on narrow screens a link leads to it, and nothing scrolls horizontally @phone", async ({
  page,
  signIn,
}, { project }) => {
  await signIn("clerk", "/orders/");
  await page.getByRole("banner").getByRole("link", { name: "Find" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Find" })).toBeVisible();
  await page.getByRole("main").getByRole("searchbox").fill("smith");
  await page.getByRole("main").getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { name: "Orders 20 or more" })).toBeVisible();
  expect(isScripted(project.name)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("'/' can be turned off, and on again [find#keys]", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("merch", "/find");
  await page.getByRole("link", { name: "preferences" }).click();
  await page.getByRole("group", { name: "The key '/'" }).getByLabel("Does nothing").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your preferences are kept.")).toBeVisible();
  const field = fieldOf(page);
  await expect(field).toHaveAttribute("placeholder", "Find (Ctrl-K)");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.getByRole("group", { name: "The key '/'" }).getByLabel("Leads to the field that finds").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(field).toHaveAttribute("placeholder", "Find ( / )");
});
