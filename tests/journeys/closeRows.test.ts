import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectFocusInSight, expectNoViolations } from "#tests/support/screens.ts";

const rows = "main table tbody tr";
/** 'now', '5 min', '2 h', 'Yesterday 14:03', '12 Nov'. */
const shortTime = /^(now|\d+ (min|h)|Yesterday \d\d:\d\d|\d{1,2} [A-Z][a-z]{2}( \d{4})?)$/;

const inSight = (page: Page) =>
  page
    .locator(rows)
    .evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    );

for (const path of ["/orders/", "/returns/"]) {
  test(`${path}: twelve rows are visible together, and a row expands its long forms in place${path === "/orders/" ? " [screens#close-rows, screens#rows-in-sight]" : ""}`, async ({
    page,
    signIn,
  }, { project }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn("clerk", path);
    await expect(page.locator(rows)).toHaveCount(20);
    expect(await inSight(page)).toBeGreaterThanOrEqual(12);
    const row = page.locator(rows).first();
    const whole = row.locator(".age-whole").first();
    const rest = row.locator(".row-long:not(.dropped .row-long)");
    await expect(rest.filter({ visible: true })).toHaveCount(0);
    await expect(row.locator(".age-short").first()).toHaveText(shortTime);
    expect(await whole.evaluate((time) => time.getBoundingClientRect().width)).toBeLessThanOrEqual(1);
    await row.locator("summary[aria-label^='More of']").click();
    await expect(rest.filter({ visible: false })).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    expect(await whole.evaluate((time) => time.getBoundingClientRect().width)).toBeGreaterThan(100);
    if (path === "/returns/") await expectFocusInSight(page, "main tbody", "main thead th:last-child");
    if (isScripted(project.name)) await expectNoViolations(page);
  });
}

/** Actions, 'N/A' and second lines of rows that the pointer is not in, and those of them that can't be seen. */
const atRest = (page: Page) =>
  page.locator(rows).evaluateAll((all) => {
    const isShown = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const named = (words: string) => words.replace(/\s+/g, " ").trim();
    const found = all.flatMap((row) => [
      ...row.querySelectorAll("td[data-label=Actions] :is(.btn, .no-actions), .second-line"),
    ]);
    return {
      texts: found.map(({ textContent }) => named(textContent ?? "")),
      hidden: found.filter((one) => !isShown(one)).map(({ outerHTML }) => outerHTML.slice(0, 120)),
    };
  });

test("rows at rest show their actions, also where they need nobody, 'N/A', and payments with the number of lines [screens#close-rows]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("clerk", "/returns/");
  await page.mouse.move(0, 0);
  const returns = await atRest(page);
  expect(returns.texts).toContain("N/A");
  expect(returns.hidden).toEqual([]);
  expect(await page.locator(`${rows} .quiet .btn`).count(), "rows that need nobody").toBeGreaterThan(0);
  await page.goto("/orders/");
  const orders = await atRest(page);
  expect(orders.texts).toContainEqual(expect.stringMatching(/^[^·]+ · \d+ lines?$/));
  expect(orders.hidden).toEqual([]);
});

test("roomy rows, by preference, show everything without opening, and close ones come back", async ({
  page,
  signIn,
}) => {
  await signIn("merch", "/preferences");
  const choose = async (label: string) => {
    await page.getByRole("group", { name: "Rows of lists" }).getByLabel(label).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your preferences are kept.")).toBeVisible();
    await page.goto("/orders/");
  };
  await choose("Roomy, with everything in the row");
  const first = page.locator(rows).first();
  await expect(first.getByText(/Record ID /)).toBeVisible();
  await expect(first.locator("summary[aria-label^='More of']")).toBeHidden();
  // One below the other, not side by side.
  const address = first.locator("td[data-label='Address Details'] .facts > div");
  const lefts = await address.evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
  expect(lefts.length).toBeGreaterThan(1);
  await page.goto("/preferences");
  await choose("Close together, the rest opens in the row");
  await expect(first.getByText(/Record ID /)).toBeHidden();
});

test("on paper a list fits the sheet, with everything in its rows and whole times [screens#paper]", async ({
  page,
  signIn,
}) => {
  // A4 with usual margins; lists of many columns print in landscape.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await signIn("merch", "/orders/");
  const row = page.locator(rows).first();
  await expect(row.getByText(/Record ID /)).toBeVisible();
  const heights = await page
    .locator(rows)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(220);
  await page.goto(`/orders/${await page.locator(rows).first().getByRole("link").first().textContent()}`);
  await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.locator(rows).first()).toBeHidden();
  await page.setViewportSize({ width: 1045, height: 720 });
  await page.goto("/edi/myer/interchanges");
  const whole = page.locator(rows).first().locator("time .age-whole").last();
  await expect(whole).toHaveText(/\d{4}, \d/);
  expect(await whole.evaluate((time) => time.getBoundingClientRect().width)).toBeGreaterThan(50);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("on a phone a close order is a short card, and nothing scrolls sideways @phone", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/orders/");
  const heights = await page
    .locator(rows)
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
