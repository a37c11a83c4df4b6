import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToListen } from "#tests/support/screens.ts";
import { hide } from "#tests/support/visibility.ts";

const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Today/ });
const main = (page: Page) => page.getByRole("main");
/** Opens the lines beyond the first seven, once every part is read: without scripting the page does not follow. */
async function unfold(page: Page) {
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  await expect(async () => {
    const unread = main(page).getByText("still being read");
    if ((await unread.count()) > 0) await page.reload();
    expect(await unread.count()).toBe(0);
  }).toPass();
  await main(page)
    .getByText(/^Other work/)
    .click();
}

test("the bell leads to Today; a line leads to its list, filtered so [shell#notifications, shell#top-bar]", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/store/");
  await bell(page).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  await unfold(page);
  await main(page)
    .getByRole("link", { name: /^\d.* Hard Failure/ })
    .click();
  await expect(page).toHaveURL(/\/orders\/\?status=UNPROCESSABLE_HARD$/);
  await page.goto("/today");
  await unfold(page);
  await main(page)
    .getByRole("link", { name: /^\d.* failed at/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/returns\/\?status=failed&step=/);
  await expect(main(page)).toContainText("At the step");
  await expect(main(page)).toContainText(/^Returns and Exchanges\d+/);
  await page.getByRole("link", { name: "Show all steps" }).click();
  await expect(page).toHaveURL(/\/returns\/\?status=failed$/);
});

test("Today follows changes made elsewhere, and has the keys of rows [today#keys]", {
  tag: "@scripting",
}, async ({ page, signIn, clock }) => {
  await signIn("norole");
  await clock.install();
  await page.goto("/today");
  await unfold(page);
  const line = main(page)
    .locator(".today-lines")
    .getByRole("link", { name: /^\d.* Invalid Postcode/ });
  await expect(line).toBeVisible();
  await expectToListen(page);
  const form = page.locator("form", { hasText: "Not now Invalid Postcode" });
  const fields = await form
    .locator("input")
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    );
  const other = await page.request.post("/today", {
    form: Object.fromEntries(fields),
    headers: { origin: new URL(page.url()).origin },
  });
  expect(other.ok()).toBe(true);
  await clock.fastForward(21_000);
  await expect(line).toHaveCount(0);
  await page.getByRole("heading", { name: "Today", exact: true }).click();
  await page.keyboard.press("j");
  const first = main(page).locator(".today-lines a[data-row]").first();
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
  await expectNoViolations(page);
  await page.getByText("1 line put off until something changes").click();
  await page.getByRole("button", { name: "Bring back Invalid Postcode" }).click();
  await expect(line).toBeVisible();
});

test("a hidden page does not poll, and polls immediately when it is visible again", {
  tag: "@scripting",
}, async ({ page, signIn, clock }) => {
  await signIn("edi");
  await clock.install();
  await page.goto("/today");
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/today/live")) requests += 1;
  });
  const askedAfter = async (milliseconds: number) => {
    await clock.runFor(milliseconds);
    return requests;
  };
  // It polls as soon as its scripts run.
  await expect.poll(() => askedAfter(21_000)).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  await hide(page, true);
  const before = requests;
  expect(await askedAfter(120_000)).toBe(before);
  await hide(page, false);
  await expect.poll(() => askedAfter(1_000)).toBeGreaterThan(before);
});
