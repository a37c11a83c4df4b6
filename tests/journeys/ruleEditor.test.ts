import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { fillCondition, group } from "#tests/support/rules.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

// Another person than in the tests beside it: what a person posts is kept while it is worked on, by its address.
const list = "/store/SNS/customrules";
const newRule = `${list}/new`;
const large = `${list}/SNS-RULE-009`;
const odd = `${list}/SNS-RULE-008`;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const nameField = (page: Page) => page.getByRole("dialog").getByLabel("Name");

test("leaving with edits asks; Escape asks, too; staying keeps them", {
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

test("closing the window with edits asks the browser's own question", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  await signIn("admin", newRule);
  await nameField(page).fill("Not to be lost");
  const asked = page.waitForEvent("dialog");
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await closed;
});

test("another tab of the panel keeps what is typed", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("admin", odd);
  await nameField(page).fill("Typed before looking elsewhere");
  await page.getByRole("link", { name: "Raw Data" }).click();
  await expect(page.locator(".json")).toContainText("campaignCode");
  await page.getByRole("link", { name: "Details" }).click();
  await expect(nameField(page)).toHaveValue("Typed before looking elsewhere");
});

test("choosing reacts at once", { tag: ["@scripting", "@firefox"] }, async ({ page, signIn }) => {
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
});

test("axe: list, editor, its errors, its tabs, its questions", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn("admin", list);
  await expectNoViolations(page);
  for (const path of [
    odd,
    large,
    `${odd}?tab=raw`,
    `${odd}?tab=history`,
    `${odd}/delete`,
    `${odd}/toggle`,
    `${list}/timeline`,
    `${list}/price?product=a`,
  ]) {
    await page.goto(path);
    await expectNoViolations(page);
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
});

test("axe: a preview", { tag: "@scripting" }, async ({ page, signIn }) => {
  await signIn("admin", `${list}/SNS-RULE-001`);
  await button(page, "Preview").click();
  await expect(page.locator("#preview")).toContainText("Indicative");
  await expectNoViolations(page);
});

test("with the keyboard alone: a row more, a row less, the focus goes with them", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  await nameField(page).focus();
  await button(page, "Add group").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Joined by")).toBeFocused();
  await button(page, "Add condition").focus();
  await page.keyboard.press("Enter");
  const second = page.getByRole("group", { name: "Group 1, condition 2" });
  await expect(second.getByLabel("Attribute")).toBeFocused();
  await page.keyboard.type("bra");
  await page.keyboard.press("Tab");
  await expect(second.getByLabel("Comparator")).toBeFocused();
  await page.keyboard.type("equ");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Clarks");
  await page.keyboard.press("Tab");
  await expect(button(page, "Remove group 1, condition 2")).toBeFocused();
  await expect(second.getByLabel("Attribute")).toHaveValue("brand");
  await expect(second.getByLabel("Comparator")).toHaveValue("Equals");
  await page.keyboard.press("Enter");
  await expect(second).toHaveCount(0);
  await expect(button(page, "Remove group 1, condition 1")).toBeFocused();
});

test("removing rows from the middle keeps the focus at their place, and takes no other row", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  const operands = page.getByLabel("Operand");
  const typed = () =>
    operands.evaluateAll((fields) =>
      fields.map((field) => (field instanceof HTMLInputElement ? field.value : "")),
    );
  await button(page, "Add group").click();
  for (const index of [0, 1, 2, 3]) {
    if (index > 0) await button(page, "Add condition").click();
    await expect(operands).toHaveCount(index + 1);
    await operands.nth(index).fill(`V${index}`);
  }
  await button(page, "Remove group 1, condition 2").focus();
  await page.keyboard.press("Enter");
  await expect(operands).toHaveCount(3);
  await expect(button(page, "Remove group 1, condition 2")).toBeFocused();
  expect(await typed()).toEqual(["V0", "V2", "V3"]);
  await page.keyboard.press("Enter");
  await expect(operands).toHaveCount(2);
  await expect(button(page, "Remove group 1, condition 2")).toBeFocused();
  expect(await typed()).toEqual(["V0", "V3"]);
  await page.keyboard.press("Enter");
  await expect(operands).toHaveCount(1);
  await expect(button(page, "Remove group 1, condition 1")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(operands).toHaveValue("");
  await expect(button(page, "Remove group 1, condition 1")).toBeFocused();
  await button(page, "Remove group 1").focus();
  await page.keyboard.press("Enter");
  await expect(operands).toHaveCount(0);
  await expect(button(page, "Add group")).toBeFocused();
});

test("groups and actions keep the focus at the place of the one that is removed", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await signIn("admin", newRule);
  const actions = page.getByRole("group", { name: /^Action \d$/ });
  for (const count of [1, 2, 3]) {
    await button(page, "Add group").click();
    await expect(page.getByLabel("Joined by")).toHaveCount(count);
    await button(page, "Add action").click();
    await expect(actions).toHaveCount(count);
  }
  await button(page, "Remove group 2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Joined by")).toHaveCount(2);
  await expect(button(page, "Remove group 2")).toBeFocused();
  await button(page, "Remove action 2").focus();
  for (const [left, at] of [
    [2, "Remove action 2"],
    [1, "Remove action 1"],
    [0, "Add action"],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(actions).toHaveCount(left);
    await expect(button(page, at)).toBeFocused();
  }
});

test("a column that is pasted into a value becomes conditions like its row", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
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

test("what is counted while somebody works moves no button", { tag: "@scripting" }, async ({
  page,
  signIn,
}) => {
  const counting = /customrules\/matches\?/;
  const first = await hold(page, counting);
  await signIn("admin", newRule);
  await first.asked(1);
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

test("a row that is moved keeps the focus and what is typed; at the end of the list it stays", {
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

test("on a phone: a rule, nothing scrolls sideways", { tag: "@phone" }, async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn("admin", list);
  await expectToFitPhones(page, "the list");
  await page.getByRole("link", { name: "New Rule" }).tap();
  await nameField(page).fill("On a phone");
  await button(page, "Add group").tap();
  await page.getByLabel("Attribute").selectOption("price");
  await page.getByLabel("Comparator").selectOption({ label: "is not null" });
  await button(page, "Add action").tap();
  await page.getByRole("group", { name: "Action 1" }).getByLabel("Attribute").selectOption("price");
  await expectToFitPhones(page, "a new rule");
  await page.setViewportSize({ width: 320, height: 740 });
  await button(page, "Preview").tap();
  await expect(page.getByText("Enter a value.")).toBeVisible();
  await page.getByLabel("New value").fill("5");
  await button(page, "Preview").tap();
  await expect(page.locator("#preview")).toContainText("would change");
  await expectToFitPhones(page, "a preview");
  await page.getByRole("link", { name: "Close" }).tap();
  await button(page, "Leave without saving").tap();
  await expect(page).toHaveURL(list);
  for (const path of [large, odd, `${odd}?tab=history`, `${odd}/delete`]) {
    await page.goto(path);
    await expectToFitPhones(page, path);
  }
});
