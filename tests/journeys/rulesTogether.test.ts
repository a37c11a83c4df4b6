import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { anotherPerson, button, group, makeRule, rulesOfSns, said } from "#tests/support/rules.ts";

test("two people, one rule: both versions are shown, and nobody's work is lost without being asked", async ({
  page,
  browser,
  baseURL,
  signIn,
  allowConsole,
}, { project }) => {
  test.setTimeout(90_000);
  allowConsole(/status of 409/);
  await signIn("merch", rulesOfSns);
  const href = await makeRule(page, `Two people (${project.name})`);
  await page.goto(href);
  const other = await anotherPerson(browser, baseURL ?? "", href, isScripted(project.name));
  await group(other, "Group 1, condition 1").getByLabel("Operand").fill("70");
  await button(other, "Save").click();
  await expect(said(other, /^Saved: /)).toBeVisible();

  const mine = page.getByRole("dialog").getByLabel("Priority");
  await mine.fill("33");
  await button(page, "Save").click();
  await expect(
    page.getByText(/admin@utopia.example changed this rule while you were editing it/),
  ).toBeVisible();
  const differences = page.locator("[data-differs]");
  await expect(differences).toHaveCount(2);
  await expect(differences.filter({ hasText: "Priority" })).toContainText(/0.*33/s);
  await expect(differences.filter({ hasText: "Group 1, condition 1" })).toContainText(
    "price greater than 70",
  );

  await button(page, "Go back to editing").click();
  await expect(mine).toHaveValue("33");
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await button(page, "Save").click();
  await button(page, "Keep mine").click();
  await expect(said(page, /^Saved: /)).toBeVisible();
  await page.goto(href);
  await expect(mine).toHaveValue("33");
  await expect(group(page, "Group 1, condition 1").getByLabel("Operand")).toHaveValue("60");

  await other.goto(href);
  await mine.fill("34");
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toBeVisible();
  await other.getByRole("dialog").getByLabel("Name").fill("Theirs instead");
  await button(other, "Save").click();
  await button(other, "Take theirs").click();
  await expect(other.getByRole("dialog").getByLabel("Priority")).toHaveValue("34");
  await expect(other.getByRole("dialog").getByLabel("Name")).toHaveValue(`Two people (${project.name})`);
  await other.context().close();
});

test("the toggle switches a rule, and asks when another person changed it", async ({
  page,
  browser,
  baseURL,
  signIn,
  allowConsole,
}, { project }) => {
  allowConsole(/status of 409/);
  await signIn("merch", rulesOfSns);
  const name = `Toggled (${project.name})`;
  const href = await makeRule(page, name);
  const toggle = page.getByRole("switch", { name: `Enabled: ${name}` });
  await expect(toggle).toHaveAttribute("aria-checked", "false");
  await toggle.click();
  await expect(said(page, /^Enabled: /)).toContainText(name);
  await expect(toggle).toHaveAttribute("aria-checked", "true");
  await expect(page.getByRole("row", { name: new RegExp(`Toggled \\(${project.name}`) })).toContainText(
    "Active",
  );

  const other = await anotherPerson(browser, baseURL ?? "", href, isScripted(project.name));
  await other.getByRole("dialog").getByLabel("Priority").fill("77");
  await button(other, "Save").click();
  await expect(said(other, /^Saved: /)).toBeVisible();
  await other.context().close();

  await toggle.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("changed this rule since you saw it");
  await expect(dialog.locator("[data-differs]")).toHaveCount(1);
  await expect(dialog.locator("[data-differs]")).toContainText("Priority");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(said(page, /^Disabled: /)).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-checked", "false");
  await expect(page.getByRole("row", { name: new RegExp(`Toggled \\(${project.name}`) })).toContainText("77");
});

test("a rule is deleted after a question", async ({ page, signIn }, { project }) => {
  await signIn("merch", rulesOfSns);
  const name = `To be deleted (${project.name})`;
  await page.goto(await makeRule(page, name));
  await page.getByRole("link", { name: "Delete rule" }).click();
  await expect(page.getByText(`Are you sure you want to delete ${name}?`)).toBeVisible();
  await button(page, "Delete rule").click();
  await expect(said(page, /^Deleted: /)).toContainText(name);
  await expect(page.getByRole("table").getByRole("link", { name, exact: true })).toHaveCount(0);
});
