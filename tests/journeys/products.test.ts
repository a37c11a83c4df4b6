import { expect, isScripted, test } from "#tests/support/fixtures.ts";

const rows = "tbody tr";

test(
  "filters narrow the list, and stay in the URL",
  { tag: "@firefox" },
  async ({ page, signIn }, { project }) => {
    await signIn("merch", "/store/SNS/products");
    await expect(page.locator(rows)).toHaveCount(20);
    await page.getByLabel("Code").fill("odd-");
    await page.getByLabel("Title").fill("very long");
    if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/code=odd-/);
    await expect(page.locator(rows)).toHaveCount(1);
    await expect(page.getByRole("link", { name: /^ODD-LONG/ })).toBeVisible();
    await expect(page.getByLabel("Code")).toHaveValue("odd-");
    await page.reload();
    await expect(page.locator(rows)).toHaveCount(1);
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await expect(page.locator(rows)).toHaveCount(20);
  },
);

test("'Only with Validation Status' leaves products with messages", async ({ page, signIn }, { project }) => {
  await signIn("merch", "/store/SNS/products?page=2");
  await page.getByLabel("Only with Validation Status").check();
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/invalid=1/);
  await expect(page, "a filter starts again at page 1").not.toHaveURL(/page=/);
  const column = await page.locator("thead th").allTextContents();
  const at = column.findIndex((name) => name.includes("Validation Status"));
  const statuses = page.locator(rows).locator(`td:nth-child(${at + 1})`);
  await expect(statuses).not.toHaveCount(0);
  // The list of before may stand a moment longer than its address.
  await expect
    .poll(async () => (await statuses.allTextContents()).map((text) => text.trim()))
    .not.toContain("");
});

test("nothing that matches says so, with a way back", { tag: "@no-scripting" }, async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products?code=there-is-no-such-code");
  await expect(page.getByText("No products match")).toBeVisible();
  await expect(page.getByText("Download To Excel")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Clear filters" }).last().click();
  await expect(page.locator(rows)).toHaveCount(20);
});

test("typing waits half a second, sends one search, and replaces the history entry [screens#debounce, screens#filters]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS");
  await page.getByRole("link", { name: "Meta Products" }).first().click();
  await expect(page.locator(rows)).toHaveCount(20);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("products.data")) asked.push(request.url());
  });
  await page.getByLabel("Code").pressSequentially("ODD-LONG", { delay: 20 });
  await expect(page.locator(rows)).toHaveCount(1);
  expect(asked).toHaveLength(1);
  await expect(page.getByLabel("Code"), "focus stays while typing").toBeFocused();
  await page.goBack();
  await expect(page, "Back leaves the list").toHaveURL(/\/store\/SNS$/);
});

test("pages forward to a short last page, and back", async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products");
  const pager = page.getByRole("navigation", { name: "Pages", exact: true }).first();
  await expect(pager.getByText("Page: 1")).toBeVisible();
  await expect(pager.getByLabel("Previous page")).toBeDisabled();
  await pager.getByRole("link", { name: "Next page" }).click();
  await expect(pager.getByText("Page: 2")).toBeVisible();
  await pager.getByRole("link", { name: "Next page" }).click();
  await expect(pager.getByText("Page: 3")).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(5);
  await expect(pager.getByLabel("Next page")).toBeDisabled();
  await pager.getByRole("link", { name: "Previous page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator(rows)).toHaveCount(20);
});

test("an exact multiple of the page size ends in 'No more rows', with Previous", {
  tag: "@no-scripting",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/ELK/products?page=2");
  await expect(page.locator(rows)).toHaveCount(20);
  await page.getByRole("link", { name: "Next page" }).first().click();
  await expect(page.getByText("No more rows")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Previous", exact: true }).click();
  await expect(page.locator(rows)).toHaveCount(20);
});

test("a store without products says so", { tag: "@no-scripting" }, async ({ page, signIn }) => {
  await signIn("merch", "/store/VOL/products");
  await expect(page.getByText("This store has no products")).toBeVisible();
  await expect(page.getByText("Download To Excel")).toHaveCount(0);
});

test("a product opens over its list, shows its three tabs, and closes to where the list was", {
  tag: "@firefox",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products?page=2");
  const link = page.locator(rows).nth(2).getByRole("link").first();
  const code = (await link.textContent()) ?? "";
  await link.click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { name: `Product Data - ${code}` })).toBeVisible();
  const inventory = panel.getByRole("table", { name: "Inventory by SKU" });
  await expect(inventory).toBeVisible();
  const quantities = (await inventory.locator("tbody td:last-child").allTextContents()).map(Number);
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
  await expect(panel.getByText("Total", { exact: true }).locator("..")).toContainText(String(total));
  await panel.getByRole("link", { name: "Changes" }).click();
  await expect(page).toHaveURL(/tab=changes/);
  await expect(panel.getByRole("link", { name: "Changes" })).toHaveAttribute("aria-current", "page");
  await panel.getByRole("link", { name: "Raw Data" }).click();
  await expect(page).toHaveURL(/tab=raw/);
  await expect(panel.getByText("availableActions")).toBeVisible();
  await page.reload();
  await expect(panel.getByText("availableActions")).toBeVisible();
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/store\/SNS\/products\?page=2$/);
  await expect(panel).toHaveCount(0);
});

test("a product's address alone opens it, wherever it stands in the list", { tag: "@no-scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("merch", "/store/SNS/products?page=2");
  const link = page.locator(rows).nth(3).getByRole("link").first();
  const code = (await link.textContent()) ?? "";
  const { pathname } = new URL((await link.getAttribute("href")) ?? "", page.url());
  await page.goto(pathname);
  await expect(page.getByRole("heading", { name: `Product Data - ${code}` })).toBeVisible();
});

test("a refused product shows every message, with what mends it, its pictures, variants and attributes", {
  tag: "@no-scripting",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products?invalid=1");
  const link = page.locator(rows).first().getByRole("link").first();
  const code = (await link.textContent()) ?? "";
  await link.click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { name: "Validation Status" })).toBeVisible();
  await expect(panel.getByRole("link", { name: "Validate Product Again" }).last()).toHaveAttribute(
    "href",
    /\/actions\/revalidate\?/,
  );
  await expect(panel.getByRole("link", { name: `${code}, picture 1 of` })).toBeVisible();
  const variants = panel.getByRole("table", { name: "Inventory by SKU" });
  await expect(variants.locator("th")).toHaveText(["SKU", "Barcode", "RRP", "Sale", "Status", "Quantity"]);
  await panel.getByText(/^Attributes \(\d+\)$/).click();
  await expect(panel.getByRole("table", { name: "Attributes" })).toContainText("custom_fields");
});

test("changes stand under their day, and are filtered in the address", async ({ page, signIn }, {
  project,
}) => {
  await signIn("merch", "/store/SNS/products");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("link", { name: "Changes" }).click();
  await expect(panel.getByRole("heading", { level: 3, name: /^\d{1,2} \w+ 20\d\d$/ }).first()).toBeVisible();
  await panel.getByLabel("Changes with").fill("no such change");
  if (!isScripted(project.name)) await panel.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/change=no\+such\+change/);
  await expect(panel.getByText("No change matches.")).toBeVisible();
  await panel.getByRole("link", { name: "Clear filters" }).click();
  await expect(panel.locator("time[datetime]").first()).toBeVisible();
});

test("changes tell when: relative, with the absolute time at hand", async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("link", { name: "Changes" }).click();
  const time = panel.locator("time[datetime]").first();
  await expect(time).toHaveAttribute("title", /^\d{1,2} \w+ \d{4},? .*(am|pm).* AE[SD]T$/);
  await expect(time).toHaveText(/ago|just now|yesterday|last|now/i);
});

test("the raw data is a tree that opens, with long texts cut", async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products?code=ODD-UNKNOWN");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("link", { name: "Raw Data" }).click();
  const attributes = panel.locator(".json > details > ul > li > details").filter({ hasText: /^attributes/ });
  await expect(attributes).not.toHaveAttribute("open");
  await attributes.locator("> summary").click();
  await expect(attributes.getByText("größe 👟")).toBeVisible();
  await expect(panel.getByText("0123456789".repeat(60), { exact: true })).toBeHidden();

  await panel.getByLabel("Find in Product").fill("GRÖßE");
  await panel.getByRole("button", { name: "Find in it" }).click();
  await expect(panel.getByText(/^\d+ places? holds? 'GRÖßE'; the rest is hidden\./)).toBeVisible();
  await expect(page).toHaveURL(/code=ODD-UNKNOWN.*tab=raw.*find=/);
  await expect(panel.locator(".json mark").first()).toHaveText("größe");
  await expect(panel.getByText("availableActions")).toHaveCount(0);
  await panel.getByRole("link", { name: "Show all" }).click();
  await expect(panel.getByText("availableActions")).toBeVisible();
});

for (const way of ["click", "double click", "Enter"] as const) {
  test(`a row opens by ${way}`, { tag: "@scripting" }, async ({ page, signIn }) => {
    await signIn("merch", "/store/SNS/products");
    const row = page.locator(rows).nth(1);
    await expect(page.locator("html[data-scripting], html")).toBeAttached();
    if (way === "Enter") {
      await row.getByRole("link").first().focus();
      await page.keyboard.press("Enter");
    } else {
      const cell = row.locator("td").nth(2);
      await (way === "click" ? cell.click() : cell.dblclick());
    }
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/store\/SNS\/products$/);
  });
}

test("a row that is pressed right after typing is not overtaken by the filter", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("merch", "/store/SNS/products");
  await page.getByLabel("Code").fill("ODD");
  await expect(page).toHaveURL(/code=ODD$/);
  // A slow machine has shown nothing of the press when the pause after the typing is over.
  await page.getByLabel("Code").evaluate((field: HTMLInputElement) => {
    field.value = "ODD-LONG";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector<HTMLElement>("tbody a[data-row]")?.click();
    const end = performance.now() + 900;
    while (performance.now() < end);
  });
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Raw Data" }).click();
  await expect(page).toHaveURL(/\/products\/.+raw/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a panel listens from the moment that it can be seen", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("merch", "/store/SNS/products");
  const listens = page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        new MutationObserver((_, observer) => {
          const panel = document.querySelector("dialog");
          if (!panel) return;
          observer.disconnect();
          done(panel.matches(":modal"));
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.locator(rows).nth(1).locator("td").nth(2).click();
  expect(await listens).toBe(true);
});

test("a shared address of a product opens it anew; one that is gone says so", async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn("merch", "/store/SNS/products?code=ODD-NAMELESS");
  await page.locator(rows).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toContainText("ODD-NAMELESS");
  const address = page.url();
  await page.goto("/store/");
  await page.goto(address);
  await expect(page.getByRole("dialog")).toContainText("ODD-NAMELESS");
  await page.goto("/store/SNS/products/no-such-product?group=NO-SUCH");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page.locator(rows)).toHaveCount(20);
});

test("a value is copied by its button and by double-click [screens#copy-field]", {
  tag: "@scripting",
}, async ({ page, signIn, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("merch", "/store/SNS/products");
  await page.locator(rows).first().getByRole("link").first().click();
  const panel = page.getByRole("dialog");
  const field = panel.getByRole("textbox", { name: "Code" });
  await panel.getByRole("button", { name: "Copy Code" }).click();
  await expect(panel.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue());
  await panel.getByRole("textbox", { name: "Id" }).dblclick();
  const id = await panel.getByRole("textbox", { name: "Id" }).inputValue();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
});
