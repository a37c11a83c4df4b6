import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectEach, expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

const rows = "main > .page > .data-table tbody tr";
const interchanges = "/edi/myer/interchanges";
const orders = "/edi/myer/orders";

/** Opens the one interchange whose document has this identifier. */
async function openInterchange(page: Page, documentIdentifier: string) {
  await page.goto(`${interchanges}?document=${encodeURIComponent(documentIdentifier)}`);
  await page.locator(`${rows} a[data-row]`).first().click();
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await expect(panel.getByRole("textbox", { name: "Database Document ID" })).not.toHaveValue("");
  return panel;
}

async function openOrder(page: Page, search = "") {
  await page.goto(`${orders}${search}`);
  await page.locator(`${rows} a[data-row]`).first().click();
  const panel = page.getByRole("dialog", { name: "Order Detail" });
  await expect(panel.getByRole("textbox", { name: "Database Document ID" })).not.toHaveValue("");
  return panel;
}

test("from the menu to the landing page, and on by its two large buttons", async ({ page, signIn }) => {
  await signIn("norole", "/");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "EDI (Myer)" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "EDI (Myer)" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Control numbers", exact: true })).toBeVisible();
  await expect(page.getByText(/gap/).first()).toBeVisible();
  await page.getByRole("link", { name: "Orders View EDI Orders Received from Myer" }).click();
  await expect(page).toHaveURL(/\/edi\/myer\/orders$/);
  await page.goto("/edi/myer/");
  const words = "Interchanges View Utopia's database of EDI Myer Interchange Documents";
  await page.getByRole("link", { name: words }).click();
  await expect(page).toHaveURL(/\/edi\/myer\/interchanges$/);
});

test("the columns of both lists, numbered pages, and their foot", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("edi", interchanges);
  await expect(page.locator("main > .page > table > thead th")).toHaveText([
    "Choose",
    "State",
    "Messages",
    "Control Reference",
    "Direction",
    "Acknowledged",
    "Stream / Step / Status",
    "References",
    "Updated At",
    "Database Document ID",
    "Actions",
  ]);
  await expect(page.getByText(/^\d+ records on this page$/)).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await pages.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.goto(`${interchanges}?page=9999`);
  await expect(page.getByText("No more rows")).toBeVisible();
  await page.goto(orders);
  await expect(page.locator("main > .page > table > thead th")).toHaveText([
    "Choose",
    "State",
    "Order",
    "Utopia Order Number",
    "Source Store Group",
    "Stream / Step / Status",
    "References",
    "Updated At",
    "EDI Myer Interchange Document ID",
    "Database Document ID",
    "Actions",
  ]);
});

test("filters stand in the URL, and each change starts at page 1 [edi#applying]", async ({ page, signIn }, {
  project,
}) => {
  const apply = async (expected: RegExp) => {
    if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(expected);
    await expect(page).not.toHaveURL(/page=/);
  };
  await signIn("edi", `${interchanges}?page=2`);
  await page.getByLabel("Transmission Direction").selectOption("Only Outbound");
  await apply(/direction=outbound/);
  await expectEach(page.locator(rows), "Outbound");
  await page.goto(`${interchanges}?direction=outbound&page=2`);
  await page.getByLabel("Acknowledgement Status").selectOption("Only Unacknowledged");
  await apply(/direction=outbound&acknowledged=no/);
  await expectEach(page.locator(rows), "No");
  await page.getByLabel("Interchange Control Reference").fill("no such reference");
  await apply(/reference=no\+such/);
  await expect(page.getByText("No interchanges match")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/interchanges$/);
  await expect(page.getByLabel("Transmission Direction")).toHaveValue("");
});

test("what is chosen before scripting runs is applied once it does", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("edi");
  const scripting = await hold(page, /\/assets\/.*\.js/);
  await page.goto(interchanges, { waitUntil: "commit" });
  await page.getByLabel("Transmission Direction").selectOption("Only Outbound");
  await page.getByLabel("Interchange Control Reference").fill("no such reference");
  scripting.letGo();
  await expect(page).toHaveURL(/reference=no\+such.*direction=outbound/);
  await expect(page.getByText("No interchanges match")).toBeVisible();
});

test("any of and each of differ", async ({ page, signIn }, { project }) => {
  await signIn("edi", `${interchanges}?type=ORDERS&type=ORDCHG`);
  await expect(page.getByText(/^\d+ records on this page$/)).toBeVisible();
  await page.getByLabel("Interchange Contains").selectOption("At least one message for each of");
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/mode=all/);
  await expect(page.getByText("1 record on this page")).toBeVisible();
});

test("Select All never reaches the URL", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("edi", interchanges);
  const types = page.locator(".field", { hasText: "Message types" });
  await types.locator("summary").click();
  await types.getByRole("option", { name: "Select All" }).or(types.getByLabel("Select All")).first().click();
  await expect(page).toHaveURL(/type=DESADV/);
  expect(new URL(page.url()).searchParams.getAll("type")).toHaveLength(6);
  expect(page.url()).not.toMatch(/Select|\*/);
});

test("an interchange: every tab is a URL that keeps the list's filter, and closing leads back [edi#interchange-detail]", async ({
  page,
  signIn,
}) => {
  await signIn("edi");
  const panel = await openInterchange(page, "ODD-00017-1");
  for (const tab of ["Messages", "References", "History", "Document", "Status"]) {
    await panel.getByRole("link", { name: tab, exact: true }).click();
    await expect(panel.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveURL(/document=ODD-00017-1/);
  }
  await expect(panel.getByRole("list", { name: "interchange/receive" }).getByRole("listitem")).toHaveCount(4);
  await panel.getByRole("link", { name: "Messages", exact: true }).click();
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText([
    "Interchange Detail",
    "ORDERS Order Message",
    "ORDCHG Order Change Message",
    "INVRPT Inventory Report Message",
  ]);
  await expect(panel.getByText("A full detail table has not been built")).toHaveCount(2);
  await panel.getByRole("link", { name: "Document", exact: true }).click();
  await panel.getByRole("switch", { name: "Display as Tree" }).click();
  await expect(panel.getByRole("textbox", { name: "Document", exact: true })).toHaveAttribute("rows", "24");
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/edi\/myer\/interchanges\?document=ODD-00017-1$/);
});

test("broken input shows its findings at their place, and its raw text is there", async ({
  page,
  signIn,
}) => {
  await signIn("edi");
  const panel = await openInterchange(page, "ODD-00002");
  await panel.getByRole("link", { name: "Segments", exact: true }).click();
  await expect(page).toHaveURL(/\/segments$/);
  const trailer = page.locator("li", { hasText: "Message trailer" }).last();
  await expect(trailer).toContainText("UNT counts 99 segments");
  const finding = page.getByRole("region", { name: "Findings" }).getByRole("link").first();
  await finding.click();
  await expect(page).toHaveURL(/#segment-\d+$/);
  const message = page.locator("details", { hasText: "ODD-00002" }).filter({ hasText: "segments 3 to" });
  await expect(message).toHaveAttribute("open", "");
  await message.locator("summary").first().click();
  await expect(message).not.toHaveAttribute("open", "");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the text" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^interchange-.*\.txt$/);
});

test("hostile and broken interchanges hold on every tab", { tag: "@scripting" }, async ({ page, signIn }) => {
  page.on("dialog", () => {
    throw new Error("Text of an interchange ran as a script");
  });
  await signIn("edi");
  for (const name of ["alert", "ODD-00001", "ODD-00007", "ODD-00030", "ODD-00031"]) {
    const panel = await openInterchange(page, name);
    for (const tab of ["Messages", "References", "History", "Document", "Status"]) {
      await panel.getByRole("link", { name: tab, exact: true }).click();
      await expect(panel.getByRole("link", { name: tab, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    }
    await panel.getByRole("link", { name: "Segments", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Segments of interchange/ })).toBeVisible();
  }
});

test("an order is followed by links alone: thread, despatch advice, acknowledgement", async ({
  page,
  signIn,
}) => {
  await signIn("edi", `${interchanges}?type=DESADV&direction=outbound&acknowledged=yes`);
  await page.locator(`${rows} a[data-row]`).first().click();
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await panel.getByRole("link", { name: "Messages", exact: true }).click();
  await expect(panel.getByText(/SSCC/).first()).toBeVisible();
  await panel.getByRole("link", { name: "Order thread" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Thread of order/ })).toBeVisible();
  const line = page.getByRole("region", { name: "Time line" });
  for (const part of [
    "Order (ORDERS)",
    "EDI order document",
    /^Utopia order /,
    "Order Response (Initial) (ORDRSP)",
    "Shipment 1",
    "Shipment Despatch Advice (DESADV)",
    "Shipment Despatch Advice (DESADV): Accepted (CONTRL)",
  ])
    await expect(line.getByText(part, typeof part === "string" ? { exact: true } : {}).first()).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Expected next" }).getByRole("listitem").first(),
  ).toBeVisible();
  await line
    .getByRole("link", { name: /^Acknowledging interchange/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Messages", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Original Interchange Control Reference");
  await page.getByRole("dialog").getByRole("link", { name: "References", exact: true }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByRole("link", { name: /^Interchange of/ })
      .first(),
  ).toBeVisible();
});

test("the Utopia order of an EDI order is a link away [edi#thread-of-order]", {
  tag: "@no-scripting",
}, async ({ page, signIn }) => {
  await signIn("edi");
  const panel = await openOrder(page, "?order=MYR");
  await expect(panel.getByRole("heading", { name: "Inbound Order Update Messages" })).toBeVisible();
  await panel.getByRole("link", { name: "Utopia order" }).click();
  await expect(page.getByRole("dialog")).toContainText("Order Details - ");
});

test("Process is asked first, then sent, said, and seen", async ({ page, signIn }) => {
  await signIn("edi", `${interchanges}?document=ODD-00018`);
  const action = page.locator(rows).first().getByRole("link", { name: "Process" });
  await action.click();
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText("Run any available or outstanding processes for the interchange.");
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await action.click();
  // Scripted and script-less journeys share the interchange: the second is told of the first.
  await dialog.getByRole("button", { name: /^(Confirm|Submit again)$/ }).click();
  const said = page
    .getByRole("status")
    .filter({ hasText: /^(Already s|S)ubmitted: Process for interchange/ });
  await expect(said).toBeVisible();
  await expect(page).toHaveURL(/interchanges\?document=ODD-00018$/);
});

test("a store's pages: interchanges with their text, orders with raw data", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("edi", "/store/MYR/interchanges");
  await expect(page.locator("main .page > table > thead th")).toHaveText([
    "Status",
    "Control Number",
    "Date",
    "References",
  ]);
  await page
    .locator("main .page > table")
    .getByRole("link", { name: /^(Inbound|Outbound) : / })
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await expect(panel.locator("pre")).toContainText(/UNB.*\n.*UNH/);
  await panel.getByRole("link", { name: "Raw Data" }).click();
  await expect(panel.locator(".json")).toContainText("interchangeText");
  await page.goto("/store/MYR/ediorders?q=MYR");
  await page.locator("main .page > table a[data-row]").first().click();
  await expect(page.getByRole("dialog", { name: "Order Detail" }).locator(".json")).toContainText("orderId");
  await page.goto("/store/MYR/ediorders");
  await page.getByRole("link", { name: /^Filter by EDI interchange document id/ }).click();
  await expect(page.getByLabel("EDI Myer Interchange Document ID")).toBeVisible();
});

test("with the keyboard alone: open, change the tab, close", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("edi", `${interchanges}?document=ODD-00017-1`);
  const link = page.locator(`${rows} a[data-row]`).first();
  await link.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await expect(panel.locator(":focus"), "focus is inside the panel").toHaveCount(1);
  await panel.getByRole("link", { name: "History", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=history/);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.locator(`${rows} a[data-row]:focus`), "focus goes back to the row").toHaveCount(1);
});

test("axe: every page of EDI", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("edi", "/edi/myer/");
  await expectNoViolations(page);
  for (const path of [
    interchanges,
    `${interchanges}?id=none`,
    orders,
    "/store/MYR/interchanges",
    "/store/MYR/ediorders",
  ]) {
    await page.goto(path);
    await expectNoViolations(page);
  }
  await openInterchange(page, "ODD-00017-1");
  const interchange = page.url();
  for (const tab of ["", "&tab=messages", "&tab=references", "&tab=history", "&tab=document"]) {
    await page.goto(interchange + tab);
    await expectNoViolations(page);
  }
  await page.goto(`${new URL(page.url()).pathname}/segments`);
  await expectNoViolations(page);
  const panel = await openOrder(page, "?order=MYR");
  await expectNoViolations(page);
  await panel.getByRole("link", { name: "Order thread" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Thread/ })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(interchanges);
  await page.locator(rows).first().getByRole("link", { name: "Process" }).click();
  await expect(page.getByRole("heading", { name: "Confirm Action" })).toBeVisible();
  await expectNoViolations(page);
});

test("nothing of EDI scrolls sideways on a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn("edi");
  for (const path of [
    "/edi/myer/",
    interchanges,
    orders,
    "/store/MYR/interchanges",
    "/store/MYR/ediorders",
  ]) {
    await page.goto(path);
    await expectToFitPhones(page, path);
  }
  for (const name of ["ODD-00002", "alert"]) {
    await openInterchange(page, name);
    const { pathname } = new URL(page.url());
    const tabs = ["", "?tab=messages", "?tab=references", "?tab=history", "?tab=document"];
    for (const rest of [...tabs, "/segments"]) {
      await page.goto(pathname + rest);
      await expectToFitPhones(page, `${name} ${rest}`);
    }
  }
  await openOrder(page, "?order=MYR");
  const { pathname } = new URL(page.url());
  for (const rest of ["", "?tab=summary", "?tab=references", "/thread"]) {
    await page.goto(pathname + rest);
    await expectToFitPhones(page, rest);
  }
});
