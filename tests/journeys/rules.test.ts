import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import {
  type Action,
  button,
  type Condition,
  fillAction,
  fillCondition,
  group,
  said,
} from "#tests/support/rules.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

// A draft is stored per person and URL: tests that save have a person or store of their own.
const rulesOf = (alias: string) => `/store/${alias}/customrules`;
const list = rulesOf("SNS");
const newRule = `${list}/new`;
const large = `${list}/SNS-RULE-009`;
const odd = `${list}/SNS-RULE-008`;
const nameField = (page: Page) => page.getByRole("dialog").getByLabel("Name");

const groups: { joinedBy: string; conditions: Condition[] }[] = [
  {
    joinedBy: "And",
    conditions: [
      ["price", "greater than", "60"],
      ["price", "is not null"],
    ],
  },
  {
    joinedBy: "Or",
    conditions: [
      ["categories", "contains", "Women"],
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
  {
    attribute: "name",
    type: "Replace Value",
    fields: { "Original value": "Boot", "New value": "Winter Boot" },
  },
];

/** The values of all fields of the form, row by row. */
const editedFields = (page: Page) =>
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

test("groups, conditions and actions from nothing, saved, reopened, equal [rules#editor]", async ({
  page,
  signIn,
}, { project }) => {
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
  const typed = await editedFields(page);
  // Name, priority, enabled and four of time; two operators; twelve less one operand; two actions.
  expect(typed).toHaveLength(7 + 2 + (12 - 1) + (4 + 4));
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toContainText(name);
  await page.getByRole("table").getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue(name);
  expect(await editedFields(page)).toEqual(typed);
  await page.getByRole("link", { name: "Raw Data" }).click();
  await expect(page.locator(".json")).toContainText("rulesConditionsGroups");
});

test("without scripting rows go, move and come of pasted values, and keep all that is typed", {
  tag: "@no-scripting",
}, async ({ page, signIn }) => {
  await signIn("clerk", `${rulesOf("CLK")}/new`);
  await nameField(page).fill("Kept while rows go");
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "equals", "1"]);
  await button(page, "Add condition").click();
  await fillCondition(page, "Group 1, condition 2", ["brand", "equals", "two"]);
  const [first, second] = [group(page, "Group 1, condition 1"), group(page, "Group 1, condition 2")];
  await button(page, "Move group 1, condition 2 up").click();
  await expect(first.getByLabel("Operand")).toHaveValue("two");
  await expect(second.getByLabel("Attribute")).toHaveValue("price");
  await button(page, "Add group").click();
  await fillCondition(page, "Group 2, condition 1", ["colour", "equals", "three"]);
  await button(page, "Move group 2 up").click();
  await expect(first.getByLabel("Operand")).toHaveValue("three");
  await button(page, "Remove group 1").click();
  await button(page, "Remove group 1, condition 2").click();
  await page.getByText("Paste several values").click();
  const values = page.getByLabel("Values of group 1, one a line");
  await values.fill("two\nthree\nfour");
  await button(page, "Add as conditions").click();
  await expect(page.getByText("2 values added as conditions. Nothing is saved yet.")).toBeVisible();
  await expect(group(page, "Group 1, condition 3").getByLabel("Operand")).toHaveValue("four");
  await expect(group(page, "Group 1, condition 3").getByLabel("Attribute")).toHaveValue("brand");
  for (const left of [2, 1, 1]) {
    await button(page, "Remove group 1, condition 1").click();
    await expect(page.locator(".rows-group .row")).toHaveCount(left);
  }
  await expect(first.getByLabel("Attribute")).toHaveValue("");
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await expect(nameField(page)).toHaveValue("Kept while rows go");
});

test("leaving with edits asks; Escape asks, too; staying keeps them [rules#edited]", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signIn }) => {
  await signIn("admin", list);
  await page.getByRole("link", { name: "New Rule" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(list);

  await page.getByRole("link", { name: "New Rule" }).click();
  await nameField(page).fill("Not to be lost");
  const question = page.getByRole("heading", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Close" }).click();
  await expect(question).toBeVisible();
  await button(page, "Stay").click();
  await expect(question).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await button(page, "Stay").click();
  await page.goBack();
  await expect(question).toBeVisible();
  await button(page, "Stay").click();
  await expect(page).toHaveURL(newRule);
  await expect(nameField(page)).toHaveValue("Not to be lost");
  await page.getByRole("link", { name: "Close" }).click();
  await button(page, "Leave without saving").click();
  await expect(page).toHaveURL(list);
});

test("closing the window with edits opens the browser's own question, also with what was typed before the page listened [rules#edited]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  const scripts = await hold(page, /\/assets\/.*\.js/);
  await page.reload({ waitUntil: "commit" });
  await nameField(page).fill("Not to be lost");
  scripts.letGo();
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  const pending = page.waitForEvent("dialog");
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await pending;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await closed;
});

test("a choice that was made before hydration counts, with what follows from it", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", large);
  const scripts = await hold(page, /\/assets\/.*\.js/);
  await page.reload({ waitUntil: "commit" });
  const row = group(page, "Group 1, condition 1");
  await expect(row.getByLabel("Operand")).toBeVisible();
  await row.getByLabel("Comparator").selectOption({ label: "is null" });
  scripts.letGo();
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await expect(row.getByLabel("Operand")).toBeHidden();
});

test("another tab of the panel keeps the edits, and so does a form of another sign-in, which gets a token [actions#token]", {
  tag: "@scripting",
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400/);
  await signIn("admin", odd);
  await nameField(page).fill("Typed before looking elsewhere");
  await expect(page.getByText("Edited, not saved")).toBeVisible();
  await page.getByRole("link", { name: "Raw Data" }).click();
  await expect(page.locator(".json")).toContainText("campaignCode");
  await page.getByRole("link", { name: "Details" }).click();
  await expect(nameField(page)).toHaveValue("Typed before looking elsewhere");
  // Somebody else signed in meanwhile: the form comes back with a token that can be sent. It is exchanged as the form is
  // read, since the page may put its own back into the field.
  const token = page.locator("form#rule input[name=token]");
  const own = await token.inputValue();
  const foreign = own.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  await page.locator("form#rule").evaluate((form, value) => {
    form.addEventListener("formdata", (event) => {
      if (event instanceof FormDataEvent) event.formData.set("token", value);
    });
  }, foreign);
  await button(page, "Save").click();
  await expect(page.getByText("This form was not made for you.")).toBeVisible();
  await expect(token).not.toHaveValue(own);
  await expect(token).not.toHaveValue(foreign);
  await expect(nameField(page)).toHaveValue("Typed before looking elsewhere");
});

test("a choice takes effect immediately: comparators, and an action's type, follow the attribute", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  await button(page, "Add group").click();
  const comparator = page.getByLabel("Comparator");
  await page.getByLabel("Attribute").selectOption("categories");
  await expect(comparator.locator("option")).toHaveText(["Choose a comparator", "contains", "not contains"]);
  await page.getByLabel("Attribute").selectOption("price");
  await comparator.selectOption({ label: "is null" });
  await expect(page.getByLabel("Operand")).toBeHidden();
  await comparator.selectOption({ label: "less than" });
  await page.getByLabel("Operand").fill("many");
  await comparator.focus();
  await expect(page.getByText("Enter a number.")).toBeVisible();
  await button(page, "Add action").click();
  const row = group(page, "Action 1");
  const type = row.getByLabel("Action", { exact: true });
  await row.getByLabel("Attribute").selectOption("price");
  await expect(type).toHaveValue("FixedPrice");
  await row.getByLabel("Attribute").selectOption("categories");
  await expect(type).toHaveValue("RemoveItem");
  await row.getByLabel("Attribute").selectOption("price");
  await type.selectOption({ label: "Amount Discount" });
  await row.getByLabel("New value ($ off)").fill("7");
  await row.getByLabel("Attribute").selectOption("categories");
  await expect(type).toHaveValue("AmountDiscount");
  await row.getByLabel("Attribute").selectOption("price");
  await type.selectOption({ label: "Percent Discount" });
  await expect(row.getByLabel("Percent of")).toHaveAccessibleDescription(/The discount is taken off this/);
});

test("axe and phones: the editor, its errors, its questions and its preview", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  // High enough that the sticky foot covers no button, whose rest would seem to be too small.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await signIn("admin", list);
  for (const path of [odd, large, `${odd}?tab=raw`, `${odd}?tab=history`, `${odd}/delete`, `${odd}/toggle`]) {
    await page.goto(path);
    await expectNoViolations(page);
    await expectToFitPhones(page, path);
  }
  await page.goto(newRule);
  await button(page, "Add group").click();
  await button(page, "Add action").click();
  await page.getByRole("group", { name: "Action 1" }).getByLabel("Attribute").selectOption("price");
  await button(page, "Save").click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Leave without saving?" })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${list}/SNS-RULE-001`);
  await button(page, "Preview").click();
  await expect(page.locator("#preview")).toContainText("Indicative");
  await expectNoViolations(page);
  await expectToFitPhones(page, "a preview");
});

test("by keyboard rows come and go: the focus goes to the new one and stays at the place of one that goes [rules#rows]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  const operands = page.getByLabel("Operand");
  const typed = () =>
    operands.evaluateAll((fields) =>
      fields.map((field) => (field instanceof HTMLInputElement ? field.value : "")),
    );
  const press = async (name: string) => {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
  };
  await press("Add group");
  await expect(page.getByLabel("Joined by")).toBeFocused();
  await operands.fill("V0");
  for (const value of [1, 2, 3]) {
    await press("Add condition");
    const row = group(page, `Group 1, condition ${value + 1}`);
    await expect(row.getByLabel("Attribute")).toBeFocused();
    await row.getByLabel("Operand").fill(`V${value}`);
  }
  await button(page, "Remove group 1, condition 2").focus();
  for (const [left, at] of [
    ["V0 V2 V3", 2],
    ["V0 V3", 2],
    ["V0", 1],
    ["", 1],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await typed()).join(" ")).toBe(left);
    await expect(button(page, `Remove group 1, condition ${at}`)).toBeFocused();
  }
  await press("Remove group 1");
  await expect(operands).toHaveCount(0);
  await expect(button(page, "Add group")).toBeFocused();
});

test("a column that is pasted into a value becomes conditions like its row", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("nameless", "/store/SWH/customrules/new");
  await button(page, "Add group").click();
  const first = page.getByRole("group", { name: "Group 1, condition 1" });
  await first.getByLabel("Attribute").selectOption("brand");
  await first.getByLabel("Comparator").selectOption({ label: "equals" });
  await first.getByLabel("Operand").evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Clarks\r\nVolley\r\nHush Puppies\r\n");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText("3 values added as conditions.")).toBeFocused();
  const typed = page.getByLabel("Operand");
  await expect(typed).toHaveCount(3);
  await expect(typed.nth(2)).toHaveValue("Hush Puppies");
  await expectNoViolations(page);
});

test("a count that arrives while somebody works moves no button", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  const counting = /customrules\/matches\?/;
  const first = await hold(page, counting);
  await signIn("admin", newRule);
  await first.requested(1);
  const topOf = async (name: string) => (await button(page, name).boundingBox())?.y;
  const before = await topOf("Add action");
  first.letGo();
  const counted = page.getByText(/^Matches \d+ of \d+ products/);
  await expect(counted).toBeVisible();
  expect(await topOf("Add action")).toBe(before);

  await page.unroute(counting);
  const second = await hold(page, counting);
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "greater than", "60"]);
  await expect(group(page, "Group 1, condition 1").getByLabel("Operand")).toHaveValue("60");
  await expect(counted).toBeHidden();
  const edited = await topOf("Add action");
  second.letGo();
  await expect(counted).toBeVisible();
  expect(await topOf("Add action")).toBe(edited);
});

test("a moved row keeps the focus and its edits; at the end of the list it stays", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  for (const [index, value] of ["first", "second", "third"].entries()) {
    await button(page, "Add action").click();
    await page
      .getByRole("group", { name: `Action ${index + 1}` })
      .getByLabel("New value")
      .fill(value);
  }
  const third = page.getByRole("group", { name: "Action 3" }).getByLabel("New value");
  const firstOf = page.getByRole("group", { name: "Action 1" }).getByLabel("New value");
  await button(page, "Move action 3 up").focus();
  await page.keyboard.press("Enter");
  await expect(third).toHaveValue("second");
  await expect(button(page, "Move action 2 up")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(firstOf).toHaveValue("third");
  await expect(button(page, "Move action 1 up")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(firstOf).toHaveValue("third");
  await button(page, "Move action 1 down").focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Move action 2 down")).toBeFocused();
  await expect(firstOf).toHaveValue("first");
});
