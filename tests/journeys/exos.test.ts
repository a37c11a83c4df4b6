import { exoPanel, exoTabs, openOddExo, showExoTab } from "#tests/support/exoPages.ts";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectEach } from "#tests/support/screens.ts";

const rows = "tbody tr";
const statusLabels = [
  "New EXO",
  "Processing (Auto)",
  "Processing (Waiting)",
  "Manual Intervention Required",
  "On Hold",
  "Stalled",
  "Stale",
  "Rejected",
  "Task Failed",
  "Completed",
];
test("all stores: columns, footer, numbered pages that follow", async ({ page, signIn }) => {
  await signIn("clerk", "/returns/");
  await expect(page.getByRole("heading", { level: 1, name: "Returns and Exchanges" })).toBeVisible();
  await expect(page.locator("main > .page > table > thead th")).toHaveText([
    "Choose",
    "Status icon",
    "EXO Name",
    "Status",
    "Source",
    "Order ID",
    "Email Address",
    "Updated/Created At",
    "Actions",
  ]);
  await expect(page.locator(rows)).toHaveCount(20);
  await expect(page.getByText("20 records on this page")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await pages.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await page.goto("/returns/?page=9999");
  await expect(page.getByText("No more rows")).toBeVisible();
  await expect(page.getByText("0 records on this page")).toBeVisible();
});

test("the filters: statuses, stores of two types, three searches", async ({ page, signIn }, { project }) => {
  await signIn("clerk", "/returns/?page=2");
  const [statuses, stores] = [page.locator(".multi").nth(0), page.locator(".multi").nth(1)];
  for (const label of statusLabels) await expect(statuses.getByText(label, { exact: true })).toBeAttached();
  await expect(stores).toContainText("Clarks (Big Commerce)");
  await expect(stores).toContainText("Superdry (Shopify)");
  await expect(stores).not.toContainText("Iconic");
  await page.getByLabel("Email Address").fill("no-such-address");
  if (isScripted(project.name)) await expect(page).toHaveURL(/email=no-such-address/);
  else await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByText("No returns or exchanges match")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(page.locator(rows)).toHaveCount(20);
  await page.goto("/returns/?status=rejected&store=SNS&store=RBK");
  await expectEach(page.locator(rows), "Rejected");
  await expectEach(page.locator(rows), /Shoes and Sox|Reebok/);
});

test("Select All never reaches the URL [screens#select-all]", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/returns/");
  await page.locator(".multi summary").first().click();
  await page.getByRole("option", { name: "Select All" }).or(page.getByLabel("Select All")).first().click();
  await expect(page).toHaveURL(/status=completed/);
  expect(new URL(page.url()).searchParams.getAll("status")).toHaveLength(statusLabels.length);
  expect(page.url()).not.toMatch(/Select|\*/);
});

test("a store's page: its own EXOs, a search, no store filter", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/store/SNS/returns");
  await expect(page.locator(".multi")).toHaveCount(1);
  await expectEach(page.locator(rows), "Shoes and Sox");
  const name = (await page.locator(rows).first().getByRole("link").first().textContent()) ?? "";
  await page.goto(`/store/SNS/returns?q=${encodeURIComponent(name)}`);
  await expect(page.getByText("1 record on this page")).toBeVisible();
});

test("the detail: every tab is a URL that keeps the list's filter, and closing leads back", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", "/returns/?status=completed");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = exoPanel(page);
  await expect(panel.getByText("Completed").first()).toBeVisible();
  await expect(panel.getByText(/^EXO ID [\w-]+/)).toBeVisible();
  for (const tab of exoTabs.toReversed()) {
    await panel.getByRole("link", { name: tab, exact: true }).click();
    await expect(panel.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveURL(/status=completed/);
  }
  await expect(
    panel.getByRole("list", { name: "Return, automatic" }).getByRole("img", { name: "completed" }),
  ).toHaveCount(17);
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/returns\/\?status=completed$/);
});

test("a deep link to a tab leads through sign-in back to it", async ({ page, signIn }) => {
  await signIn("clerk", "/returns/?status=completed");
  const detail = (await page.locator(rows).first().getByRole("link").first().getAttribute("href")) ?? "";
  await page.context().clearCookies();
  await page.goto(`${detail}&tab=history&mundane=1`);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
});

test("history: every code with its colour and words", { tag: "@no-scripting" }, async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openOddExo(page, "EVERYCODE", "History");
  for (const code of [
    "process:stalled",
    "triage:failure:exchange-validation",
    "return-shipment:update:notfound",
  ]) {
    await expect(panel.locator(".tone-danger", { hasText: code }).first()).toBeVisible();
  }
  await expect(
    panel.locator(".tone-attention", { hasText: "return-credit:manual-action" }).first(),
  ).toBeVisible();
  await expect(panel.locator(".tone-ok", { hasText: "return-order:completed" }).first()).toBeVisible();
  const unhandled = panel.locator(".feed > li", { hasText: "process:failure:unhandled" });
  await expect(unhandled, "its meta beneath").toContainText("What lies behind process:failure:unhandled");
});

test("2,000 records: mundane ones on demand, pages by links", async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openOddExo(page, "2000HISTORY", "History");
  const toggle = panel.getByRole("switch", { name: "Show Mundane Jobs" });
  await expect(toggle).toHaveAttribute("aria-checked", "false");
  await expect(panel.getByText(/mundane ones hidden/)).toBeVisible();
  await expect(panel.getByText("process:run", { exact: true })).toHaveCount(0);
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-checked", "true");
  await expect(panel.getByText("2,000 records")).toBeVisible();
  await expect(panel.getByText("process:run", { exact: true }).first()).toBeVisible();
  await expect(panel.locator(".feed > li")).toHaveCount(50);
  await panel
    .getByRole("navigation", { name: "Pages of the history", exact: true })
    .getByRole("link", { name: "Page 40" })
    .click();
  await expect(page).toHaveURL(/records=40/);
  await expect(panel.locator(".feed > li")).toHaveCount(50);
});

test("the document: a tree, or 24 rows of text", async ({ page, signIn }) => {
  await signIn("clerk");
  const panel = await openOddExo(page, "NOEXCHANGE", "Document");
  await expect(panel.locator(".json")).toContainText("original_order_id");
  await panel.getByRole("switch", { name: "Display as Tree" }).click();
  const text = panel.getByRole("textbox", { name: "Document" });
  await expect(text).toHaveAttribute("rows", "24");
  await expect(text).toHaveValue(/"original_order_id": "ODD-NOEXCHANGE/);
  await expect(text).not.toBeEditable();
});

test("EXOs on a bad day hold on every tab", { tag: "@scripting" }, async ({ page, signIn, allowConsole }) => {
  // Photos that lead nowhere, or to what is no picture.
  allowConsole(/status of (404|502).*\/blobs\//);
  page.on("dialog", () => {
    throw new Error("Text of an EXO ran as a script");
  });
  await signIn("clerk");
  for (const word of ["UNKNOWNSTATUS", "BADJOBS", "NOEXCHANGE", "SCRIPT", "TEXTNUMBERS", "LONG"]) {
    const panel = await openOddExo(page, word);
    for (const tab of exoTabs) await showExoTab(panel, tab);
  }
});

test("an action is asked in the specified words, confirmed, said, and seen", async ({ page, signIn }, {
  project,
}) => {
  await signIn("clerk", "/returns/?status=manual");
  // Scripted and script-less journeys act on different EXOs.
  const waiting = isScripted(project.name) ? page.locator(rows).first() : page.locator(rows).last();
  const detail = (await waiting.getByRole("link").first().getAttribute("href")) ?? "";
  await waiting.locator(".split > a").click();
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText(
    /Mark as Completed.*Says that people have done what this return needed/s,
  );
  await expect(dialog).toContainText("Are you sure you want to perform this action on exchange order ");
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await waiting.locator(".split > a").click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const said = page
    .getByRole("status")
    .filter({ hasText: /^Submitted: Mark as Completed for exchange order/ });
  await expect(said).toBeVisible();
  await expect(page).toHaveURL(/\/returns\/\?status=manual$/);
  await page.goto(`${detail}&tab=history`);
  await expect(exoPanel(page).getByText("Completed", { exact: true })).toBeVisible();
  await expect(exoPanel(page).locator(".feed")).toContainText("clerk@utopia.example");
});

test("a return goes on to its end while one watches", { tag: "@scripting" }, async ({ page, signIn }) => {
  test.setTimeout(150_000);
  await signIn("clerk", "/returns/?status=hold");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = exoPanel(page);
  await panel.getByRole("link", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Resume" })).toBeVisible();
  await expect(panel.getByText("Completed", { exact: true })).toBeVisible({ timeout: 120_000 });
  const jobs = panel.getByRole("list", { name: "Return, automatic" });
  await expect(jobs.getByRole("img", { name: "completed" })).toHaveCount(17);
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Resume" })).toBeVisible();
});
