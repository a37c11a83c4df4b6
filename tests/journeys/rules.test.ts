import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import {
  type Action,
  button,
  type Condition,
  fillAction,
  fillCondition,
  group,
  rulesOfSns,
  said,
} from "#tests/support/rules.ts";

/** Each test has a person and a store of its own: what a person posts is kept while it is worked on, by its address. */
const rulesOf = (alias: string) => `/store/${alias}/customrules`;

const groups: { joinedBy: string; conditions: Condition[] }[] = [
  {
    joinedBy: "And",
    conditions: [
      ["price", "greater than", "60"],
      ["price", "is not null"],
      ["categories", "contains", "Women"],
      ["name", "not contains", "sale"],
    ],
  },
  {
    joinedBy: "Or",
    conditions: [
      ["brand", "equals", "Clarks"],
      ["brand", "not equals", "Volley"],
      ["colour", "is null"],
    ],
  },
  {
    joinedBy: "Or",
    conditions: [
      ["rrpPrice", "less than", "199.95"],
      ["categories", "not contains", "Clearance"],
      ["name", "contains", " boot"],
    ],
  },
];
const actions: Action[] = [
  {
    attribute: "price",
    type: "Percent Discount",
    fields: { "Percent value": "12.5", "Percent of": "rrpPrice" },
  },
  { attribute: "categories", type: "Add Item", fields: { "New value": "Sale" } },
  {
    attribute: "name",
    type: "Replace Value",
    fields: { "Original value": "Boot", "New value": "Winter Boot" },
  },
  { attribute: "brand", type: "Append Value", fields: { "New value": " (sale)" } },
];

/** What every field of the form holds, row by row, as far as a person sees it. */
const shownFields = (page: Page) =>
  page
    .locator("form#rule")
    .locator("input:visible, select:visible")
    .evaluateAll((fields) =>
      fields.map((field) =>
        field instanceof HTMLInputElement || field instanceof HTMLSelectElement
          ? `${field.name}=${field.type === "checkbox" ? Reflect.get(field, "checked") : field.value}`
          : "",
      ),
    );

test("three groups, ten conditions and four actions from nothing, saved, reopened, equal", async ({
  page,
  signIn,
}, { project }) => {
  test.setTimeout(90_000);
  const scripted = isScripted(project.name);
  const name = `Made from nothing (${project.name})`;
  await signIn("merch", rulesOf("SWH"));
  await page.getByRole("link", { name: "New Rule" }).click();
  const panel = page.getByRole("dialog").filter({ hasText: "New Rule" });
  await expect(panel.getByLabel("Priority")).toHaveValue("0");
  await expect(panel.getByLabel("Enabled")).not.toBeChecked();
  await panel.getByLabel("Name").fill(name);
  await panel.getByLabel("Start Date").fill("2027-01-04");
  await panel.getByLabel("Start time").selectOption("09:00");
  await panel.getByLabel("End Date").fill("2027-07-01");
  await panel.getByLabel("End time").selectOption("23:00");
  for (const [index, { joinedBy, conditions }] of groups.entries()) {
    await button(page, "Add group").click();
    const whole = group(page, `Group ${index + 1}`);
    await expect(whole.getByLabel("Joined by")).toHaveValue("Or");
    await whole.getByLabel("Joined by").selectOption({ label: joinedBy });
    for (const [place, condition] of conditions.entries()) {
      if (place > 0) await whole.getByRole("button", { name: "Add condition" }).click();
      await fillCondition(page, `Group ${index + 1}, condition ${place + 1}`, condition);
    }
  }
  for (const [index, action] of actions.entries()) {
    await button(page, "Add action").click();
    await fillAction(page, `Action ${index + 1}`, action, scripted);
  }
  if (!scripted) await button(page, "Update group 1, condition 1").click();
  await expect(group(page, "Group 1, condition 2").getByLabel("Operand")).toBeHidden();
  const typed = await shownFields(page);
  // Name, priority, place, enabled and four of time; three operators; thirty less two operands; four actions.
  expect(typed).toHaveLength(8 + 3 + (30 - 2) + (4 + 3 + 4 + 3));
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toContainText(name);
  await page.getByRole("table").getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue(name);
  expect(await shownFields(page)).toEqual(typed);
  await page.getByRole("link", { name: "Raw Data" }).click();
  await expect(page.locator(".json")).toContainText("rulesConditionsGroups");
});

test("removing rows keeps what is typed, and the last condition leaves a blank one", async ({
  page,
  signIn,
}) => {
  await signIn("clerk", `${rulesOf("CLK")}/new`);
  await page.getByRole("dialog").getByLabel("Name").fill("Kept while rows go");
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "equals", "1"]);
  await button(page, "Add condition").click();
  await fillCondition(page, "Group 1, condition 2", ["brand", "equals", "two"]);
  await button(page, "Remove group 1, condition 1").click();
  const first = group(page, "Group 1, condition 1");
  await expect(first.getByLabel("Attribute")).toHaveValue("brand");
  await expect(first.getByLabel("Operand")).toHaveValue("two");
  await button(page, "Remove group 1, condition 1").click();
  await expect(first.getByLabel("Attribute")).toHaveValue("");
  await expect(first.getByLabel("Operand")).toHaveValue("");
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await button(page, "Remove group 1").click();
  await expect(group(page, "Group 1")).toHaveCount(0);
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Kept while rows go");
});

test("rows are moved up and down, with everything that is typed", async ({ page, signIn }) => {
  await signIn("nameless", `${rulesOf("CLK")}/new`);
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "equals", "1"]);
  await button(page, "Add condition").click();
  await fillCondition(page, "Group 1, condition 2", ["brand", "equals", "two"]);
  await button(page, "Move group 1, condition 2 up").click();
  const [first, second] = [group(page, "Group 1, condition 1"), group(page, "Group 1, condition 2")];
  await expect(first.getByLabel("Attribute")).toHaveValue("brand");
  await expect(first.getByLabel("Operand")).toHaveValue("two");
  await expect(second.getByLabel("Attribute")).toHaveValue("price");
  await button(page, "Move group 1, condition 1 down").click();
  await expect(second.getByLabel("Operand")).toHaveValue("two");
});

test("groups are moved up and down, with their conditions", async ({ page, signIn }) => {
  await signIn("nameless", `${rulesOf("HPU")}/new`);
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "equals", "1"]);
  await button(page, "Add group").click();
  await fillCondition(page, "Group 2, condition 1", ["brand", "equals", "two"]);
  const [first, second] = [group(page, "Group 1, condition 1"), group(page, "Group 2, condition 1")];
  await button(page, "Move group 2 up").click();
  await expect(first.getByLabel("Operand")).toHaveValue("two");
  await expect(second.getByLabel("Operand")).toHaveValue("1");
  await button(page, "Move group 1 down").click();
  await expect(first.getByLabel("Operand")).toHaveValue("1");
});

test("a rule is put before another one by its place", async ({ page, signIn }, { project }) => {
  const name = `Placed ${project.name}`;
  await signIn("merch", `${rulesOf("HPU")}/new`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(`${name}, first`);
  await dialog.getByLabel("Priority").fill(isScripted(project.name) ? "9100" : "9200");
  await button(page, "Save").click();
  await expect(said(page, /^Saved: Placed/)).toBeVisible();
  await page.getByRole("link", { name: "New Rule" }).click();
  await dialog.getByLabel("Name").fill(name);
  const place = dialog.getByLabel("Place");
  await place.selectOption({
    label: `Before ${name}, first (${isScripted(project.name) ? "9100" : "9200"})`,
  });
  await button(page, "Save").click();
  await expect(said(page, new RegExp(`^Saved: ${name}, \\d`))).toBeVisible();
  await page.goto(`${rulesOf("HPU")}?q=${encodeURIComponent(name)}`);
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(page.locator("tbody tr").first()).not.toContainText("first");
});

test("an action's type follows its attribute, until it is chosen and filled in", async ({ page, signIn }, {
  project,
}) => {
  const scripted = isScripted(project.name);
  await signIn("norole", `${rulesOf("CLK")}/new`);
  await button(page, "Add action").click();
  const row = group(page, "Action 1");
  const type = row.getByLabel("Action", { exact: true });
  const choose = async (attribute: string) => {
    await row.getByLabel("Attribute").selectOption(attribute);
    if (!scripted) await button(page, "Update action 1").click();
  };
  await choose("price");
  await expect(type).toHaveValue("FixedPrice");
  await row.getByLabel("New value ($)").fill("5");
  await choose("categories");
  await expect(type).toHaveValue("RemoveItem");
  await choose("price");
  await type.selectOption({ label: "Amount Discount" });
  if (!scripted) await button(page, "Update action 1").click();
  await row.getByLabel("New value ($ off)").fill("7");
  await choose("categories");
  await expect(type).toHaveValue("AmountDiscount");
  await choose("price");
  await type.selectOption({ label: "Percent Discount" });
  if (!scripted) await button(page, "Update action 1").click();
  await expect(row.getByLabel("Percent of")).toHaveAccessibleDescription(/The discount is taken off this/);
});

test("fifty values that are pasted become fifty conditions, and nothing is saved unseen", async ({
  page,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn("merch", `${rulesOf("CLK")}/new`);
  await page.getByRole("dialog").getByLabel("Name").fill("Kept while values are added");
  await button(page, "Add group").click();
  await page.getByText("Paste several values").click();
  const values = page.getByLabel("Values of group 1, one a line");
  await values.fill("too\nearly");
  await button(page, "Add as conditions").click();
  await expect(page.getByText("Choose first what the last condition looks at")).toBeVisible();
  await expect(values).toHaveValue("too\nearly");
  await fillCondition(page, "Group 1, condition 1", ["brand", "equals"]);
  await values.fill(Array.from({ length: 50 }, (_, index) => `Brand ${index + 1}`).join("\n"));
  await button(page, "Add as conditions").click();
  await expect(page.getByText("50 values added as conditions. Nothing is saved yet.")).toBeVisible();
  await expect(page.locator(".rows-group .row")).toHaveCount(50);
  await expect(group(page, "Group 1, condition 1").getByLabel("Operand")).toHaveValue("Brand 1");
  const last = group(page, "Group 1, condition 50");
  await expect(last.getByLabel("Operand")).toHaveValue("Brand 50");
  await expect(last.getByLabel("Comparator")).toHaveValue("Equals");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Kept while values are added");
  await page.getByText("Paste several values").click();
  await values.fill("Not to be lost");
  await button(page, "Save").click();
  await expect(page.getByText("1 value added as conditions. Nothing is saved yet.")).toBeVisible();
  await expect(group(page, "Group 1, condition 51").getByLabel("Operand")).toHaveValue("Not to be lost");
  await button(page, "Remove group 1, condition 2").click();
  await expect(page.locator(".rows-group .row")).toHaveCount(50);
  await expect(group(page, "Group 1, condition 2").getByLabel("Operand")).toHaveValue("Brand 3");
});

test("values are suggested from the store's own products", async ({ page, signIn }, { project }) => {
  await signIn("clerk", `${rulesOf("SWH")}/new`);
  await button(page, "Add group").click();
  const row = group(page, "Group 1, condition 1");
  await row.getByLabel("Attribute").selectOption("brand");
  if (!isScripted(project.name)) await button(page, "Update group 1, condition 1").click();
  await row.getByLabel("Operand").focus();
  await expect(row.getByLabel("Operand")).toHaveAttribute("list", "values-brand");
  await expect(page.locator("#values-brand option[value='Clarks']")).toBeAttached();
});

test("what cannot work is said beside the field, and Enter saves", async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400/);
  await signIn("edi", `${rulesOf("SWH")}/new`);
  const name = page.getByRole("dialog").getByLabel("Name");
  await page.getByLabel("Start Date").fill("2027-02-02");
  await page.getByLabel("End Date").fill("2027-02-01");
  await button(page, "Add action").click();
  await group(page, "Action 1").getByLabel("Attribute").selectOption("price");
  await group(page, "Action 1")
    .getByLabel("Action", { exact: true })
    .selectOption({ label: "Percent Discount" });
  await name.press("Enter");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(page.getByText("The end must be after the start.")).toBeVisible();
  await group(page, "Action 1").getByLabel("Percent value").fill("101");
  await group(page, "Action 1").getByLabel("Percent of").selectOption("rrpPrice");
  await button(page, "Save").click();
  await expect(page.getByText("Enter 100 or less.")).toBeVisible();
  await expect(page.getByLabel("End Date")).toHaveValue("2027-02-01");
});

test("what is not known is shown and kept", async ({ page, signIn }, { project }) => {
  await signIn("merch", `${rulesOfSns}?q=Loyalty`);
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Loyalty tier uplift/ })
    .click();
  await expect(group(page, "Group 1, condition 1").getByLabel("Attribute")).toHaveValue("loyaltyTier");
  await expect(group(page, "Group 1, condition 2").getByLabel("Comparator")).toHaveValue("SoundsLike");
  await expect(group(page, "Action 1").getByLabel("Action", { exact: true })).toHaveValue("RoundToNearest");
  await expect(page.getByText("It is kept as it is.").first()).toBeVisible();
  const operand = group(page, "Group 1, condition 2").getByLabel("Operand");
  await operand.fill(`Clarkes ${project.name}`);
  await button(page, "Save").click();
  await expect(page.getByRole("dialog")).toContainText("A part of what it does could not be reckoned.");
  await button(page, "Save as it is").click();
  await expect(said(page, /^(Saved: |Nothing to save)/)).toBeVisible();
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Loyalty tier uplift/ })
    .click();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("dialog").locator(".feed")).toContainText(
    "rulesConditionsGroups[0].rulesConditions[1].operand2",
  );
  await expect(page.getByRole("dialog").locator(".feed li").first()).not.toContainText("roundingMode");
});

test("fifty conditions are submitted whole", async ({ page, signIn }, { project }) => {
  await signIn("merch", `${rulesOfSns}?q=matrix`);
  await page.getByRole("table").getByRole("link", { name: "Colour and price matrix" }).click();
  const last = group(page, "Group 5, condition 10").getByLabel("Operand");
  await last.fill(`159.${isScripted(project.name) ? 1 : 2}`);
  await button(page, "Save").click();
  await expect(said(page, /^Saved: Colour and price matrix/)).toBeVisible();
  await page.getByRole("table").getByRole("link", { name: "Colour and price matrix" }).click();
  await expect(page.locator(".rows-group .row")).toHaveCount(50);
  await expect(last).toHaveValue(`159.${isScripted(project.name) ? 1 : 2}`);
});

test("a preview says what would change, and which rules it meets; what is typed stays", async ({
  page,
  signIn,
}) => {
  await signIn("norole", `${rulesOf("SWH")}/new`);
  await page.getByRole("dialog").getByLabel("Name").fill("Previewed only");
  await button(page, "Add action").click();
  await group(page, "Action 1").getByLabel("Attribute").selectOption("name");
  await group(page, "Action 1").getByLabel("New value").fill("Same name");
  await button(page, "Preview").click();
  const preview = page.locator("#preview");
  await expect(preview).toContainText("Indicative");
  await expect(preview).toContainText(
    /Of ([\d,]+ products), [\d,]+ variants: \1, [\d,]+ variants match, \1, [\d,]+ variants would change\./,
  );
  await expect(preview.getByRole("row").nth(1)).toContainText("Same name");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Previewed only");
});

test("the list is filtered and sorted by its URL", async ({ page, signIn }) => {
  await signIn("merch", "/store/CLK/customrules?state=scheduled");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody tr")).toContainText("Boxing Day");
  await page.goto("/store/CLK/customrules?sort=name&desc=1");
  await expect(page.locator("tbody tr").first()).toContainText("Summer sale");
  await page.goto("/store/CLK/customrules?q=nothing-like-it");
  await expect(page.getByText("No rules match")).toBeVisible();
  await page.goto("/store/VOL/customrules");
  await expect(page.getByText("This store has no rules")).toBeVisible();
});
