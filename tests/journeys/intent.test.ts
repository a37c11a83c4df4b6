import type { Page } from "@playwright/test";
import { justAMoment } from "#app/core/specification/screens.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectToListen } from "#tests/support/screens.ts";
import type { Stack } from "#tests/support/stack.ts";

const row = (page: Page) => page.locator("main tbody a[data-row]").first();
const panel = (page: Page) => page.getByRole("dialog");

/** A panel has its name while it is read. */
async function expectRead(page: Page) {
  await expect(panel(page).getByRole("heading").first()).toBeVisible();
  await expect(panel(page)).not.toContainText(justAMoment);
}

/** The first product of the list. */
const product = "40200001_PNK";

/** The number of reads of this product from now on, by nobody else; cached ones cost no call. */
function requestCount({ upstream }: Stack): () => number {
  const isIts = ({ path, query }: (typeof upstream.calls)[number]) =>
    path === "/api/getmetaproducts" && query.get("productQuery") === product;
  const count = () => upstream.calls.filter(isIts).length;
  const before = count();
  return () => count() - before;
}

/** Hovers over the first row's product until the browser has the whole response. */
async function readAhead(page: Page, stack: Stack) {
  const times = requestCount(stack);
  const arrives = page.waitForEvent("requestfinished", (request) =>
    new URL(request.url()).pathname.startsWith("/store/SDY/products/"),
  );
  await row(page).hover();
  await arrives;
  expect(times()).toBe(1);
}

test.describe("reading ahead", { tag: "@scripting" }, () => {
  test.beforeEach(async ({ page, signInUpstream }) => {
    await signInUpstream("clerk", "/store/SDY/products");
    await expectToListen(page);
    await expect(row(page)).toHaveText(product);
  });

  test("a pointer that rests on a row has it read, and one press shows that [screens#intent]", async ({
    page,
    stack,
  }) => {
    const times = requestCount(stack);
    await readAhead(page, stack);
    await row(page).click();
    await expectRead(page);
    expect(times(), "the press asks for nothing").toBe(1);
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await page.mouse.move(1, 1);
    await row(page).focus();
    await page.keyboard.press("Enter");
    await expectRead(page);
    await expect.poll(times, { message: "the next press reads anew" }).toBeGreaterThan(1);
  });

  test("a prefetch from before a write is not shown after it", async ({ page, stack, allowConsole }) => {
    allowConsole(/status of 40\d/);
    const times = requestCount(stack);
    await readAhead(page, stack);
    await page.evaluate(() =>
      fetch("/store/SDY/nowhere", { method: "POST", body: new URLSearchParams("a=1") }),
    );
    await row(page).click();
    await expectRead(page);
    expect(times()).toBe(2);
  });

  test("with the browser's data saver only the press reads", async ({ page, stack }) => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
    );
    const ahead = await page.evaluateHandle(() => {
      const links: string[] = [];
      new MutationObserver(() => {
        for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=prefetch]"))
          links.push(href);
      }).observe(document, { childList: true, subtree: true });
      return links;
    });
    const times = requestCount(stack);
    await page.clock.install();
    await row(page).focus();
    await page.keyboard.press("Tab");
    await page.clock.runFor(1_000);
    await row(page).hover();
    await page.clock.runFor(1_000);
    await row(page).click();
    await expectRead(page);
    expect(await ahead.jsonValue()).toEqual([]);
    expect(times()).toBe(1);
  });
});
