import type { Page, Request } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectToListen } from "#tests/support/screens.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import { Visitor } from "#tests/support/visitor.ts";

const data = /\/products\/[^/]+\.data/;
const link = (page: Page, code: string) => page.getByRole("link", { name: code, exact: true });
const row = (page: Page) => page.locator("main tbody a[data-row]").first();
const panel = (page: Page) => page.getByRole("dialog");

/** What is asked for the data of products, from now on. */
function asked(page: Page) {
  const all: Request[] = [];
  page.on("request", (request) => {
    if (data.test(request.url())) all.push(request);
  });
  return all;
}

/** Signs in and waits for the code that reads ahead, which comes after the page. */
async function opened(page: Page, signIn: () => Promise<void>) {
  const code = page.waitForResponse(/\/assets\/watch-/);
  await signIn();
  await code;
  await expectToListen(page);
}

test.describe("reading ahead", { tag: "@scripting" }, () => {
  test("a pointer that rests on a row has it read once, and the press shows that [screens#intent]", async ({
    page,
    signIn,
  }) => {
    await opened(page, () => signIn("clerk", "/store/SDY/products"));
    const requests = asked(page);
    const read = page.waitForResponse(data);
    await row(page).hover();
    expect((await (await read).request().allHeaders()).purpose).toBe("prefetch");
    await row(page).click();
    await expect(panel(page).getByRole("heading").first()).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test("a press whose answer is there shows it, and nothing on its way first", async ({ page, signIn }) => {
    await opened(page, () => signIn("clerk", "/store/SDY/products"));
    const read = page.waitForResponse(data);
    await row(page).hover();
    await (await read).finished();
    await page.waitForLoadState("networkidle");
    const wasBusy = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver((changes) => {
        for (const { attributeName } of changes) seen.push(attributeName ?? "");
      }).observe(document.querySelector("main") ?? document, { attributeFilter: ["aria-busy"] });
      return seen;
    });
    await row(page).click();
    await expect(panel(page).getByRole("link", { name: "Raw Data", exact: true })).toBeVisible();
    expect(await wasBusy.jsonValue()).toEqual([]);
  });

  test("the code of what a row opens is there before the press", async ({ page, signIn }) => {
    const code = page.waitForResponse(/\/assets\/product-[^/]+\.js$/);
    await signIn("clerk", "/store/SDY/products");
    await code;
    await expect(page.locator("link[rel=modulepreload][href*='/panels-']")).toBeAttached();
    await page.waitForLoadState("networkidle");
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (/\.js$/.test(request.url())) scripts.push(request.url());
    });
    await row(page).click();
    await expect(panel(page).getByRole("link", { name: "Raw Data", exact: true })).toBeVisible();
    expect(scripts.filter((script) => !/[lL]ive-|Follower/.test(script))).toEqual([]);
  });

  test("moving on ends the read", async ({ page, signIn }) => {
    await opened(page, () => signIn("clerk", "/store/SDY/products"));
    const held = await hold(page, data);
    await row(page).hover();
    await held.asked(1);
    const ended = page.waitForEvent("requestfailed");
    await page.mouse.move(1, 1);
    expect((await ended).url()).toMatch(data);
    held.letGo();
  });

  test("where the browser asks to save data, only the press reads", async ({ page, signIn }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
    );
    await opened(page, () => signIn("clerk", "/store/SDY/products"));
    const requests = asked(page);
    await row(page).focus();
    await page.keyboard.press("Tab");
    await row(page).hover();
    await row(page).click();
    await expect(panel(page).getByRole("heading").first()).toBeVisible();
    const headers = await Promise.all(requests.map((request) => request.allHeaders()));
    expect(headers.map(({ purpose }) => purpose)).toEqual([undefined]);
  });

  test("what was open a moment ago is gone once somebody else signs in beside it", async ({
    page,
    context,
    signIn,
    baseURL,
  }) => {
    const url = baseURL ?? "";
    await opened(page, () => signIn("clerk", "/store/SDY"));
    const menu = (name: string) =>
      page.getByRole("navigation", { name: "Pages of Superdry" }).getByRole("link", { name, exact: true });
    await menu("Meta Products").click();
    await expect(row(page)).toBeVisible();
    await menu("Overview").click();
    await expect(row(page)).toHaveCount(0);
    const heard = page.evaluate(
      () => new Promise((hear) => new BroadcastChannel("who").addEventListener("message", hear)),
    );
    const another = new Visitor(url);
    await another.signIn("merch@utopia.example");
    await context.addCookies(another.cookies().map((cookie) => ({ ...cookie, url })));
    await (await context.newPage()).goto("/");
    await heard;
    const held = await hold(page, /\/products\.data/);
    await menu("Meta Products").click();
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
    await expect(row(page), "while nothing has been answered").toHaveCount(0);
    held.letGo();
    await expect(row(page)).toBeVisible();
  });

  test("a page seen a moment ago is back at once, and what has changed since follows", async ({
    page,
    signInUpstream,
    own,
    allowConsole,
  }) => {
    allowConsole(/status of 502/);
    await opened(page, () => signInUpstream("clerk", "/store/SDY"));
    const pages = page.getByRole("navigation", { name: "Pages of Superdry" });
    const menu = (name: string) => pages.getByRole("link", { name, exact: true });
    await menu("Meta Products").click();
    await expect(link(page, "SDY-0001")).toBeVisible();
    await menu("Overview").click();
    await expect(link(page, "SDY-0001")).toHaveCount(0);
    own.upstream.fail("/api/getmetaproducts", jsonAnswer(500, { error: "The warehouse burnt down" }));
    const held = await hold(page, /\/products\.data/);
    await menu("Meta Products").focus();
    await page.keyboard.press("Enter");
    await expect(link(page, "SDY-0001"), "while nothing has been answered").toBeVisible();
    held.letGo();
    await expect(page.getByRole("alert")).toContainText("The warehouse burnt down");
    own.upstream.reset();
  });
});
