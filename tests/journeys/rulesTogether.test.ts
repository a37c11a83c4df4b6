import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { anotherPerson, button, group, makeRule, rulesOfSns, said } from "#tests/support/rules.ts";
import { expectNoViolations } from "#tests/support/screens.ts";

test("two people, one rule: what only one changed is merged, what both changed is asked", async ({
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
    said(page, /^Saved with what admin@utopia.example changed \(Group 1, condition 1\): Two people/),
  ).toBeVisible();
  await page.goto(href);
  await expect(mine).toHaveValue("33");
  await expect(group(page, "Group 1, condition 1").getByLabel("Operand")).toHaveValue("70");

  await other.goto(href);
  await other.getByRole("dialog").getByLabel("Priority").fill("40");
  await other.getByRole("dialog").getByLabel("Name").fill(`Theirs (${project.name})`);
  await button(other, "Save").click();
  await expect(said(other, /^Saved: /)).toBeVisible();
  await mine.fill("34");
  await button(page, "Save").click();
  await expect(
    page.getByText(/admin@utopia.example changed this rule while you were editing it/),
  ).toBeVisible();
  const priority = group(page, "Priority");
  await expect(priority).toContainText("It was: 33");
  await expect(page.getByRole("radio")).toHaveCount(2);
  await expect(page.getByRole("row", { name: /^Name/ })).toContainText(/Two people.*Theirs \(/s);
  await button(page, "Go back to editing").click();
  await expect(mine).toHaveValue("34");
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await button(page, "Save").click();
  await expect(priority).toBeVisible();
  if (isScripted(project.name)) await expectNoViolations(page);
  await priority.getByLabel("Mine: 34").check();
  await button(page, "Save as chosen").click();
  await expect(said(page, /^Saved with what admin@utopia.example changed \(Name\): Theirs/)).toBeVisible();
  await page.goto(href);
  await expect(mine).toHaveValue("34");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue(`Theirs (${project.name})`);

  await other.goto(href);
  await mine.fill("35");
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toBeVisible();
  await other.getByRole("dialog").getByLabel("Priority").fill("41");
  await button(other, "Save").click();
  await button(other, "Take theirs").click();
  await expect(other.getByRole("dialog").getByLabel("Priority")).toHaveValue("35");
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
  await signIn("norole", rulesOfSns);
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

test("a rule is deleted after a question, and restored, disabled", async ({ page, signIn }, { project }) => {
  await signIn("clerk", rulesOfSns);
  const name = `To be deleted (${project.name})`;
  await page.goto(await makeRule(page, name));
  await page.getByRole("link", { name: "Delete rule" }).click();
  await expect(page.getByText(`Are you sure you want to delete ${name}?`)).toBeVisible();
  await button(page, "Delete rule").click();
  await expect(said(page, /^Deleted: /)).toContainText(name);
  const link = page.getByRole("table").getByRole("link", { name, exact: true });
  await expect(link).toHaveCount(0);

  await page.goto(`${rulesOfSns}?deleted=1&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row", { name: new RegExp(`To be deleted \\(${project.name}`) })).toContainText(
    "clerk@utopia.example",
  );
  await page.getByRole("link", { name: `Restore: ${name}` }).click();
  await expect(page.getByRole("dialog")).toContainText("It comes back disabled");
  await button(page, "Restore").click();
  await expect(said(page, /^Restored: /)).toContainText(name);
  await expect(link).toHaveCount(0);
  await page.goto(rulesOfSns);
  await expect(link).toBeVisible();
  await expect(page.getByRole("switch", { name: `Enabled: ${name}` })).toHaveAttribute(
    "aria-checked",
    "false",
  );
});

test("a rule is duplicated into another store of its type, and is there once it is saved", async ({
  page,
  signIn,
}, { project }) => {
  await signIn("edi", rulesOfSns);
  const name = `Duplicated (${project.name})`;
  await page.goto(await makeRule(page, name));
  await page.getByRole("link", { name: "Duplicate", exact: true }).click();
  const panel = page.getByRole("dialog");
  await expect(panel).toContainText(`A copy of ${name}, for Shoes and Sox.`);
  await expect(panel.getByLabel("Name")).toHaveValue(`${name} (copy)`);
  await panel.getByText("Copy it into another store").click();
  await panel.getByRole("link", { name: "Clarks", exact: true }).click();
  await expect(page).toHaveURL(/\/store\/CLK\/customrules\/new\?copy=.*&from=SNS$/);
  await expect(panel).toContainText(`A copy of ${name}, for Clarks, from Shoes and Sox.`);
  await expect(group(page, "Group 1, condition 1").getByLabel("Operand")).toHaveValue("60");
  await expect(panel.getByLabel("Enabled")).not.toBeChecked();
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toContainText(`${name} (copy)`);
  await expect(page.getByRole("switch", { name: `Enabled: ${name} (copy)` })).toHaveAttribute(
    "aria-checked",
    "false",
  );
});
