import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectEach } from "#tests/support/screens.ts";

const rows = "main > .page > .table-room > .data-table tbody tr";
const interchanges = "/edi/myer/interchanges";
const orders = "/edi/myer/orders";

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

test("filters are in the URL, and each change starts at page 1 [edi#applying]", async ({ page, signIn }, {
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

test("a choice before hydration is applied after it", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("edi");
  const scripting = await hold(page, /\/assets\/.*\.js/);
  await page.goto(interchanges, { waitUntil: "commit" });
  await page.getByLabel("Transmission Direction").selectOption("Only Outbound");
  await page.getByLabel("Interchange Control Reference").fill("no such reference");
  scripting.letGo();
  await expect(page).toHaveURL(/reference=no\+such.*direction=outbound/);
  await expect(page.getByText("No interchanges match")).toBeVisible();
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

test("the panel of an interchange closes at a click beside it; in a wide window it is half of it, and another row opens [edi#interchange-detail]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn("edi", interchanges);
  const row = (index: number) => page.locator(`${rows} a[data-row]`).nth(index);
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await row(0).click();
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await page.mouse.click(8, 400);
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${interchanges}/?$`));
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const index of [0, 1]) {
    const path = (await row(index).getAttribute("href")) ?? "";
    await row(index).click();
    await expect(page).toHaveURL(new RegExp(`${path.split("?")[0]}(\\?|$)`));
    await expect(panel).toHaveCSS("width", "720px");
  }
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
