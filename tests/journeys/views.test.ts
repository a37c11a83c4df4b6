import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectEach, expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

/** The page with all choices: a phone has it in the list's menu. */
async function openSaving(page: Page) {
  const popover = page.locator("summary[aria-label='Save this view']");
  const isPhone = !(await popover.isVisible());
  if (isPhone) await page.locator("summary[aria-label='More of this list']").click();
  else await popover.click();
  await page.getByRole("link", { name: isPhone ? "Save this view" : "More choices" }).click();
}

const rows = (page: Page) => page.locator("main table tbody tr");
const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
/** A narrow screen has a collapsed menu. */
const wide = { width: 1440, height: 900 };

test("a shared view is saved, pinned with its count, opened by others, and removed by its author or an Admin only [views#save, views#page, views#menu, views#counts, shell#pinned-views, screens#head]", async ({
  page,
  signIn,
  allowConsole,
}, { project }) => {
  allowConsole(/status of 400/);
  const name = `On hold ${project.name}`;
  await page.setViewportSize(wide);
  await signIn("clerk", "/returns/?status=hold");
  await page.locator("summary[aria-label='Save this view']").click();
  await page.getByRole("link", { name: "More choices" }).click();
  await expect(page.getByRole("heading", { name: "Save this view", level: 1 })).toBeVisible();
  await expect(page.getByRole("list", { name: "Filters that it keeps" })).toHaveText("status: On Hold");
  if (isScripted(project.name)) await expectNoViolations(page);
  await page.getByLabel("For", { exact: true }).selectOption("Everybody with the role User");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Give the view a name.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await expect(page.getByLabel("For", { exact: true })).toHaveValue("User");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/returns\/\?status=hold$/);
  await expect(page.getByText(`Saved: ${name}`)).toBeVisible();
  const pinned = menu(page).getByRole("link", { name });
  // With scripting the count is updated; without, it is on the next page opened after counting.
  await expect(async () => {
    if (!isScripted(project.name)) await page.reload();
    expect(await pinned.textContent()).toMatch(/\d+$/);
  }).toPass();
  await page.goto("/orders/");
  await pinned.click();
  await expectEach(rows(page), /On Hold/i);
  await expect(pinned).toHaveAttribute("aria-current", "page");

  await test.step("somebody else of the role opens and pins it, and is offered no more", async () => {
    await signIn("norole", "/views");
    const row = rows(page).filter({ hasText: name });
    await expect(row).toContainText("Everybody with the role User, by");
    await expect(row.getByRole("link", { name: "Remove" })).toHaveCount(0);
    await row.getByRole("button", { name: `Pin ${name}` }).click();
    await expect(pinned).toBeVisible();
    await row.getByRole("link", { name }).click();
    await expect(page).toHaveURL(/\/returns\/\?status=hold$/);
  });

  await test.step("who has not the role does not see it; an Admin removes it for everybody", async () => {
    await signIn("labels", "/views");
    await expect(page.getByText("There are no views yet")).toBeVisible();
    await signIn("admin", "/views");
    await page.getByRole("link", { name: `Remove ${name}` }).click();
    await page.getByRole("button", { name: "Remove view" }).click();
    await expect(page.getByText("Removed: view")).toBeVisible();
    await signIn("clerk", "/views");
    await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
  });
});

test("a view of one's own is changed, and a filtered list put in its place @phone", async ({ page, signIn }, {
  project,
}) => {
  const name = `Search ${project.name}`;
  await signIn("merch", "/orders/");
  await openSaving(page);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/orders\/$/);
  await page.goto("/orders/?q=nobody-has-this");
  await openSaving(page);
  await page.getByRole("button", { name: `Save changes to ${name}` }).click();
  await expect(page).toHaveURL(/\?q=nobody-has-this$/);
  await page.goto("/views");
  await expectToFitPhones(page, "the views");
  await page.getByRole("link", { name: `Change ${name}` }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`${name} 2`);
  await page.getByLabel("Pinned in the side menu, for me").uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await rows(page)
    .getByRole("link", { name: `${name} 2`, exact: true })
    .click();
  await expect(page.getByText("No orders match")).toBeVisible();
  await page.goto("/views");
  await page.getByRole("link", { name: `Remove ${name} 2` }).click();
  await page.getByRole("button", { name: "Remove view" }).click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
});

test("a view is saved with one press and a name, without leaving its list [views#save]", async ({
  page,
  signIn,
}, { project }) => {
  const name = `At once ${project.name}`;
  // A list of its own: what one person typed for a list waits for that person there.
  const list = `/returns/?q=${project.name}&status=stalled`;
  await page.setViewportSize(wide);
  await signIn("clerk", list);
  await page.locator("summary[aria-label='Save this view']").click();
  const field = page.getByRole("textbox", { name: "Name of this view" });
  if (isScripted(project.name)) {
    await expect(field).toBeFocused();
    await expectNoViolations(page);
  }
  await field.fill(name);
  await field.press("Enter");
  if (!isScripted(project.name)) {
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
  }
  await expect(page).toHaveURL(list);
  await expect(page.getByText(`Saved: ${name}`)).toBeVisible();
  await expect(menu(page).getByRole("link", { name })).toBeVisible();
});
