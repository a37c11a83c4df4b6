import type { Page } from "@playwright/test";
import { exoTabs } from "#tests/support/exoPages.ts";
import { expect, test } from "#tests/support/fixtures.ts";
import { setBatch } from "#tests/support/labelBatch.ts";
import { withoutPrintService } from "#tests/support/labels.ts";
import { expectNoViolations, expectToFitPhones, expectToListen } from "#tests/support/screens.ts";
import type { Stack } from "#tests/support/stack.ts";
import { labelBarcode, replaceLabelProduct, repriced } from "#tests/support/upstream/labelProducts.ts";
import { json } from "#tests/support/upstream/proxy.ts";

const rules = "/store/CLK/customrules";
const interchanges = "/edi/myer/interchanges";
const screens: Record<string, string[]> = {
  "stores and products": [
    ...["/store/", "/store/CLK", "/store/ICN/products", "/store/CLK/products?code=no-such-code"],
    ...["/store/CLK/products?code=ODD-", "/products/", "/store/SNS/nswvoucher", "/store/NOPE", "/nowhere"],
  ],
  "orders, returns and rules": [
    ...["/orders/", "/store/SNS/orders?q=ODD-", "/store/SNS/orders?q=no-such-order", "/returns/"],
    ...["/returns/?order=ODD-", "/store/SNS/returns", "/returns/?email=no-such-address"],
    ...[rules, `${rules}?deleted=1`, `${rules}/timeline`, `${rules}/price`, `${rules}/price?product=Boot`],
    `${rules}/CLK-RULE-001?tab=history`,
  ],
  "one's own work": [
    ...[
      "/today",
      "/today/actions",
      "/sessions",
      "/preferences",
      "/guide",
      "/guide/clerk",
      "/guide/labels",
      "/views",
    ],
    "/views/new?list=%2Forders%2F%3Fstatus%3DINVALID",
  ],
  EDI: [
    ...["/edi/myer/", interchanges, `${interchanges}?id=none`, "/edi/myer/orders"],
    ...["/store/MYR/interchanges", "/store/MYR/ediorders"],
  ],
};

/** Lists, and the tabs of their first record. */
const records: Record<string, string[]> = {
  "/store/DOM/products": ["Inventory", "Changes", "Raw Data"],
  "/returns/?order=ODD-LONG-": exoTabs,
  "/returns/?order=ODD-FILES-": exoTabs,
  "/returns/?order=ODD-EVERYCODE-": exoTabs,
  [`${interchanges}?document=ODD-00017-1`]: ["Messages", "References", "History", "Document", "Status"],
  [`${interchanges}?document=alert`]: ["Messages", "References", "History", "Document", "Status"],
  "/edi/myer/orders?order=MYR": ["Message Summary", "References", "Order thread"],
};

/** No axe violation, and no horizontal scrolling at any phone width. */
async function expectAccessible(page: Page, what: string) {
  const size = page.viewportSize();
  await expectNoViolations(page);
  await expectToFitPhones(page, what);
  if (size) await page.setViewportSize(size);
}

test("axe: signed out", { tag: "@scripting" }, async ({ page }) => {
  await page.goto("/login");
  await expectNoViolations(page);
});

for (const [name, paths] of Object.entries(screens))
  test(`axe and phones: ${name}`, { tag: "@scripting" }, async ({ page, signIn, allowConsole }) => {
    allowConsole(/status of 404/);
    await signIn("merch", "/store/");
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });

for (const [list, tabs] of Object.entries(records))
  test(`axe and phones: the record of ${list}`, { tag: "@scripting" }, async ({ page, signIn }) => {
    await signIn("admin", list);
    await page.locator("main tbody a[data-row]").first().click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, "its first tab");
    for (const tab of tabs) {
      const link = panel.getByRole("link", { name: tab, exact: true });
      await link.click();
      if (tab === "Order thread") await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      else await expect(link).toHaveAttribute("aria-current", "page");
      await expectAccessible(page, tab);
    }
    if (!list.startsWith(interchanges)) return;
    await page.goto(`${new URL(page.url()).pathname}/segments`);
    await expectAccessible(page, "its segments");
  });

test("axe: menus, dialogs and their results", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("merch", "/store/DOM/products");
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await page.getByRole("dialog").locator("summary[aria-label^='Actions for']").click();
  await page.getByRole("menuitem", { name: "Set Return Address" }).click();
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel("Postcode").fill("");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("button", { name: "Yes" })).toBeVisible();
  await expectNoViolations(page);
  for (const list of ["/returns/?status=failed", interchanges]) {
    await page.goto(list);
    await page.locator("td .split > a").first().click();
    await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
    await expectAccessible(page, `the question of ${list}`);
  }
  await page.goto(`${rules}/price?product=Boot`);
  await page.getByRole("dialog").getByRole("listitem").getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByRole("table").first()).toBeVisible();
  await expectNoViolations(page);
});

test("in forced colours only the selected option has its tick", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn("clerk", "/orders/?status=COMPLETE");
  await expectToListen(page);
  await page.locator(".multi summary").click();
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options).toHaveCount(16);
  await expect(options.filter({ hasText: "Complete" }).locator(".tick .icon")).toBeVisible();
  await expect(options.locator(".tick .icon").filter({ visible: true })).toHaveCount(1);
});

const labels = "/store/CLK/printlabel";
const [one, two] = [labelBarcode(2, 2), labelBarcode(5, 1)];
const labelScreens: Record<string, string> = {
  empty: labels,
  "a product": `${labels}?barcode=${one}`,
  "what was typed wrongly": `${labels}?barcode=${one}&n.20=1x&price=5.955`,
  "no record": `${labels}?barcode=4711`,
  "a batch": `${labels}?gather=1&barcode=${one}&b.${two}=3`,
  "scan and print": `${labels}?each=1&barcode=${one}`,
  "the sheet": `${labels}/sheet?labels=barcode&barcode=${one}&n.20=2`,
  "wrong labels": `${labels}/wrong`,
};

/** Opens one of them; the sheet of the screen before counts as printed once somebody says so. */
async function openLabelScreen(page: Page, stack: Stack, name: string) {
  if (name === "wrong labels") {
    await page.getByRole("button", { name: "I printed them" }).click();
    await page.waitForURL(/\/printlabel(\?|$)/);
    // Makes the sheet's price wrong.
    replaceLabelProduct(stack.upstream, repriced(2, 1119.95, "Clarks Web"));
  }
  const lines = [two, one, "4711"].map((barcode) => ({ barcode, count: 3 }));
  await setBatch(await stack.signedIn("labels"), labels, name === "a batch" ? lines : []);
  await page.goto(stack.portal.url + labelScreens[name]);
  if (name === "wrong labels") await expect(page.getByText("$1,119.95").first()).toBeVisible();
  if (isWorkstation(name)) await expect(page.getByText("The print service is not running")).toBeVisible();
}

/** Screens with a printer picker. */
const isWorkstation = (name: string) => name !== "the sheet" && name !== "wrong labels";

test("axe: Print Label", { tag: "@scripting" }, async ({ page, signInUpstream, stack, allowConsole }) => {
  allowConsole(/status of 50\d/);
  await withoutPrintService(page);
  await signInUpstream("labels", labels);
  for (const name of Object.keys(labelScreens)) {
    await test.step(name, async () => {
      await openLabelScreen(page, stack, name);
      await expectNoViolations(page);
    });
  }
  stack.upstream.fail("/api/getallproducts", { kind: "reset" });
  await page.goto(stack.portal.url + labels);
  await expect(page.getByRole("alert").filter({ hasText: "An error occurred" })).toBeVisible();
  await expectNoViolations(page);
});

/** The names of parts, and a drawn property, in forced colours. */
const drawn = (page: Page, parts: string, property: string, pseudo?: string) =>
  page
    .locator(parts)
    .evaluateAll(
      (all, [property = "", pseudo]) =>
        all.map((part) => getComputedStyle(part, pseudo).getPropertyValue(property)),
      [property, pseudo] as const,
    );

test("in forced colours on differs from off: switches, tabs, buttons", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await withoutPrintService(page);
  await signIn("admin", `${labels}?gather=1`);
  const [on, off] = await drawn(page, ".toggle > i", "background-color");
  const [knobOn, knobOff] = await drawn(page, ".toggle > i", "background-color", "::before");
  expect(new Set([on, off, knobOff]).size, "a switch that is on, one that is off, and its knob").toBe(3);
  expect(knobOn).not.toBe(on);
  const [pressable] = await drawn(page, ".bench button:not([aria-disabled], :disabled)", "color");
  expect(await drawn(page, ".btn[aria-disabled=true]", "color")).not.toContain(pressable);
  const icon = page.locator(".notice > .icon").first();
  await expect(icon).toBeVisible();
  const words = await drawn(page, ".notice", "color");
  expect(await drawn(page, ".notice > .icon", "color")).toEqual(words);
  await page.goto(`${rules}/CLK-RULE-001`);
  await expect(page.getByRole("dialog").locator(".tabs")).toBeVisible();
  const borders = await drawn(page, "dialog .tabs > a", "border-bottom-color");
  const [current] = await drawn(page, "dialog .tabs > [aria-current]", "border-bottom-color");
  expect(borders.filter((border) => border === current)).toHaveLength(1);
});

test("at 400 % the page is visible beneath sticky parts, and a row's menu fits into it [screens#panel-head]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", "/orders/");
  await expectToListen(page);
  await page.setViewportSize({ width: 320, height: 256 });
  const boxes = page.getByRole("checkbox", { name: /^Choose / });
  await boxes.nth(0).check();
  await expect(page.getByText("1 chosen on this page only")).toBeAttached();
  for (const at of [1, 2, 3]) {
    await page.keyboard.press("Tab");
    await boxes.nth(at).focus();
    const hit = await boxes.nth(at).evaluate((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.contains(box);
    });
    expect(hit, `box ${at} is not covered`).toBe(true);
  }
  for (const list of ["/orders/", "/store/ICN/products", "/returns/"]) {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(list);
    await expectToListen(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await page.locator("tbody .split-toggle").first().click();
    await expect(page.getByRole("menu").or(page.locator("details[open] > .popup"))).toBeVisible();
    await expectToFitPhones(page, `the menu of a row of ${list}`);
  }
});

test("axe: an error", { tag: "@scripting" }, async ({ page, signInUpstream, stack, allowConsole }) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("clerk", "/store/SDY");
  stack.upstream.fail("/api/getmetaproducts", json(500, { error: "Broken", stack: "at shelf" }));
  await page.goto(`${stack.portal.url}/store/SDY/products`);
  await expect(page.getByRole("alert")).toContainText("Broken");
  await expectNoViolations(page);
});

test("with the keyboard alone: filter, open, act", { tag: ["@scripting", "@firefox"] }, async ({
  page,
  signIn,
}) => {
  await signIn("merch", "/store/RBK/products");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const tabTo = async (reached: () => Promise<boolean>, limit = 60) => {
    for (let presses = 0; presses < limit; presses += 1) {
      if (await reached()) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("Tab does not lead there");
  };
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute("aria-label") ??
        document.activeElement?.textContent?.trim() ??
        "",
    );
  const isFocused = (label: string) => async () =>
    page.evaluate((name) => {
      const field = document.activeElement;
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      return isField && [...(field.labels ?? [])].some((one) => one.textContent === name);
    }, label);
  await tabTo(isFocused("Title"));
  await page.keyboard.type("very long");
  await page.keyboard.press("Enter");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await tabTo(async () => (await focused()).startsWith("ODD-LONG"));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel).toBeVisible();
  await expect(panel.locator(":focus"), "focus is inside the panel").toHaveCount(1);
  await tabTo(async () => (await focused()) === "Changes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=changes/);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.locator("tbody a:focus"), "focus goes back to the row").toHaveText(/^ODD-LONG/);
  await tabTo(async () => (await focused()).includes("Actions for"));
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: "Reject Product" });
  await expect(item).toBeVisible();
  await page.keyboard.type("reject");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await tabTo(isFocused("Note"), 4);
  await page.keyboard.type("By keyboard");
  await tabTo(async () => (await focused()) === "Yes");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
});

test("Print Label on a phone: nothing scrolls sideways, and all can be hit", { tag: "@phone" }, async ({
  page,
  signInUpstream,
  stack,
}) => {
  await withoutPrintService(page);
  await signInUpstream("labels", labels);
  for (const name of Object.keys(labelScreens)) {
    await openLabelScreen(page, stack, name);
    if (name !== "the sheet") await expectToFitPhones(page, name);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const small = await page
        .getByRole("main")
        // A row's link covers its row.
        .locator("a:not([data-row]):visible, button:visible, input:visible, select:visible, summary:visible")
        .evaluateAll((targets) =>
          targets
            .filter((target) => {
              // A checkbox's label is part of its target.
              const hit = target.closest("label") ?? target;
              const { width: across, height } = hit.getBoundingClientRect();
              return across < 24 || height < 24;
            })
            .map((target) => target.outerHTML.slice(0, 120)),
        );
      expect(small, `${name} at ${width} px`).toEqual([]);
    }
  }
});

test("on a phone: menu, store, filter, product, action", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn("merch", "/store/");
  await page
    .locator("summary")
    .filter({ has: page.getByLabel("Menu") })
    .tap();
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Reebok" }).tap();
  await page.getByRole("link", { name: "Meta Products" }).first().tap();
  await expect(page.getByRole("heading", { name: "Meta Products" })).toBeVisible();
  await page.locator("summary", { hasText: /^Filters$/ }).tap();
  await page.getByLabel("Code").fill("ODD-");
  await expect(page).toHaveURL(/code=ODD-/);
  await page.getByRole("link", { name: /^ODD-NOSTOCK/ }).tap();
  await expect(page.getByRole("dialog")).toContainText("Product Data - ODD-NOSTOCK");
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("without scripting on a phone's width the menu opens", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn("merch", "/store/");
  await page
    .locator("summary")
    .filter({ has: page.getByLabel("Menu") })
    .click();
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Reebok" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});
