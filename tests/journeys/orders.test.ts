import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";

const rows = "tbody tr";
const labels = [
  "Processing",
  "Complete",
  "Submitted to AP21",
  "Shipment Pending",
  "Pending",
  "Hard Failure",
  "Soft Failure",
  "Fraud Check Failure",
  "Address Validation Failure",
  "Invalid Postcode",
  "Zero Dollar Payment",
  "Payments Not Balanced",
  "Invalid",
  "Rejected Fraud",
  "Approve Manual Order Payment",
];

const panelOf = (page: Page) => page.getByRole("dialog");

test("orders of all stores: columns, pager at top and bottom, pages that follow", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/orders/");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page.locator("thead th")).toHaveText([
    "Choose",
    "Store",
    "Order Details",
    "Address Details",
    "Status",
    "Actions",
  ]);
  await expect(page.locator(rows)).toHaveCount(20);
  await expect(page.getByText("Page: 1")).toHaveCount(2);
  const below = page.getByRole("navigation", { name: "Pages, below the list" });
  await expect(below.getByRole("link", { name: "Refresh" })).toBeVisible();
  await below.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("Page: 2")).toHaveCount(2);
});

test("orders of one store have no Store column", { tag: "@no-scripting" }, async ({ page, signIn }) => {
  await signIn("clerk", "/store/SNS/orders");
  await expect(page.locator("thead th")).toHaveText([
    "Choose",
    "Order Details",
    "Address Details",
    "Status",
    "Actions",
  ]);
});

test("the Status filter offers the fifteen labels, and a search starts at page 1", async ({ page, signIn }, {
  project,
}) => {
  await signIn("clerk", "/orders/?page=2");
  const choice = page.locator(".multi");
  await choice.locator("summary").click();
  for (const label of labels) {
    await expect(page.getByText(label, { exact: true }).first()).toBeAttached();
  }
  if (isScripted(project.name)) return;
  await choice.getByLabel("Soft Failure").check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=UNPROCESSABLE_SOFT/);
  await expect(page).not.toHaveURL(/page=/);
});

test("a soft failure says how often it was tried and when it will be again; Complete its shipments", {
  tag: "@no-scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/?status=UNPROCESSABLE_SOFT");
  await expect(page.locator(rows).first()).toContainText(
    /Soft Failure.*Retry count: \d+.*Next retry: \d+\s\w+ \d{4}/s,
  );
  await page.goto("/orders/?status=COMPLETE");
  await expect(page.locator(rows).first()).toContainText(/Complete.*\d+ shipments?/s);
});

test("an unknown status shows its code, and can be filtered by", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/orders/?status=UNPROCESSABLE_GIFT_CARD_HOLD");
  await expect(page.locator(rows).first()).toContainText("UNPROCESSABLE_GIFT_CARD_HOLD");
});

test("the panel: every tab is a URL of its own, and closing leads back to the list [screens#panel]", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/store/SNS/orders?status=COMPLETE");
  const first = page.locator(rows).first().getByRole("link").first();
  const number = (await first.textContent()) ?? "";
  await first.click();
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name: `Order Details - ${number}` })).toBeVisible();
  await expect(panel.getByRole("textbox", { name: "AP21 Customer Code" })).not.toHaveValue("");
  for (const tab of ["Time line", "History", "Items", "Shipments", "Raw Data"]) {
    await panel.getByRole("link", { name: tab }).click();
    await expect(panel.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
  }
  await expect(panel).toContainText("availableActions");
  await panel.getByRole("link", { name: "History" }).click();
  await expect(panel.locator(".feed")).toContainText(
    /OrderConfirmationEmailSent.*Provider: .*Email: .*Status: /s,
  );
  await expect(panel.locator(".feed")).not.toContainText("OrderUpdate");
  await panel.getByRole("link", { name: "Shipments" }).click();
  await expect(panel).toContainText(/Shipment 1: .*Despatched/s);
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/store\/SNS\/orders\?status=COMPLETE$/);
});

test("an order is found by its source id alone, and one that isn't there says so", {
  tag: "@no-scripting",
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 404/);
  await signIn("clerk", "/store/CLK/orders");
  const number = (await page.locator(rows).first().getByRole("link").first().textContent()) ?? "";
  await page.goto(`/orders/${encodeURIComponent(number)}`);
  await expect(panelOf(page).getByRole("heading")).toContainText([`Order Details - ${number}`]);
  await page.goto("/orders/no-such-order");
  await expect(panelOf(page)).toContainText("The order no-such-order was not found");
  await panelOf(page).getByRole("link", { name: "Search the orders for it" }).click();
  await expect(page.getByText("No orders match")).toBeVisible();
});

test("a hash becomes a search [addresses#hash]", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("clerk", "/orders/#ODD-200LINES");
  await expect(page).toHaveURL(/\/orders\/\?q=ODD-200LINES$/);
  await expect(page.getByLabel("Search")).toHaveValue("ODD-200LINES");
  await page.goto("/store/SNS/orders#ODD-NOCUSTOMER");
  await expect(page).toHaveURL(/\/store\/SNS\/orders\?q=ODD-NOCUSTOMER$/);
});

test("orders on a bad day: 200 lines, no customer, no addresses, hostile text", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  page.on("dialog", () => {
    throw new Error("Text of an order ran as a script");
  });
  await signIn("clerk", "/store/SNS/orders?q=ODD-");
  const open = async (word: string, tab: string) => {
    await page.goto(`/store/SNS/orders/ODD-${word}?q=ODD-${word}&tab=${tab}`);
    const choice = panelOf(page).getByRole("navigation", { name: "Order details" });
    await expect(choice.locator("[aria-current]")).toHaveAttribute("href", /./);
    return panelOf(page);
  };
  const links = page.locator(`${rows} a[data-row]`);
  const found = new Map<string, string>();
  for (const number of await links.allTextContents()) {
    found.set(number.split("-")[1] ?? "", number);
  }
  const panel = async (word: string, tab: string) => open((found.get(word) ?? "").replace(/^ODD-/, ""), tab);
  await expect((await panel("200LINES", "items")).locator(rows)).toHaveCount(200);
  await expect(await panel("NOCUSTOMER", "customer")).toContainText("This order has no customer");
  await expect(await panel("NOADDRESS", "customer")).toContainText("This order has no addresses");
  await panel("BADMETA", "history");
  await panel("LONG", "history");
  await panel("TEXTNUMBERS", "items");
  await panel("NULLS", "shipments");
  await panel("NOLINES", "items");
  for (const tab of ["customer", "history", "items", "raw"]) await panel("SCRIPT", tab);
  const shipments = await panel("SCRIPT", "shipments");
  await expect(shipments.getByRole("link", { name: "Track" }), "only web addresses are links").toHaveCount(0);
});

test("shops link to the order where it came from", { tag: "@no-scripting" }, async ({ page, signIn }) => {
  const expectLink = async (label: string, to: RegExp) => {
    const row = page.locator(rows, { hasText: label }).first();
    await row.locator("summary[aria-label^='More of']").click();
    await expect(row.getByRole("link", { name: label })).toHaveAttribute("href", to);
  };
  await signIn("clerk", "/store/SNS/orders");
  await expectLink("View in BigCommerce", /^https:\/\/.*\/manage\/orders\/.+/);
  await page.goto("/store/RBK/orders");
  await expectLink("View in Shopify", /^https:\/\/.*\/admin\/orders\/.+/);
});

test("Download To Excel: this page of orders, as the screen is filtered", async ({ page, signIn }) => {
  await signIn("clerk", "/store/SNS/orders?status=COMPLETE");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /Download To Excel/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^shoes-and-sox-orders-page-1-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const [headings = [], ...orders] = await readSheet(await readFile(await download.path()), "Sheet1");
  const at = (heading: string) => headings.indexOf(heading);
  expect(orders.length).toBeGreaterThan(20);
  for (const order of orders) {
    expect(order[at("Status")]).toBe("Complete");
    expect(typeof order[at("Record ID")]).toBe("string");
    expect(typeof order[at("Units")]).toBe("number");
  }
  expect(orders.some((order) => order[at("Created (Australia/Melbourne)")] instanceof Date)).toBe(true);
});

test("a person without a username is offered no actions", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("nameless", "/orders/?status=UNPROCESSABLE_SOFT");
  await expect(page.locator(rows).first()).toContainText("No Actions Available");
});
