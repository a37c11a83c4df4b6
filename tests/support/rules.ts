import type { Browser, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { Visitor } from "./visitor.ts";

export const rulesOfSns = "/store/SNS/customrules";
export const said = (page: Page, what: RegExp) => page.getByRole("status").filter({ hasText: what });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

export type Condition = [attribute: string, comparator: string, operand?: string];
export type Action = { attribute: string; type: string; fields: Record<string, string> };

export async function fillCondition(page: Page, place: string, [attribute, comparator, operand]: Condition) {
  const row = group(page, place);
  await row.getByLabel("Attribute").selectOption(attribute);
  await row.getByLabel("Comparator").selectOption({ label: comparator });
  if (operand !== undefined) await row.getByLabel("Operand").fill(operand);
}

export async function fillAction(
  page: Page,
  place: string,
  { attribute, type, fields }: Action,
  scripted: boolean,
) {
  const row = group(page, place);
  await row.getByLabel("Attribute").selectOption(attribute);
  await row.getByLabel("Action", { exact: true }).selectOption({ label: type });
  if (!scripted) await button(page, `Update ${place.toLowerCase()}`).click();
  for (const [label, value] of Object.entries(fields)) {
    const field = row.getByLabel(label);
    if (label === "Percent of") await field.selectOption(value);
    else await field.fill(value);
  }
}
/** A rule of one condition and one action, saved; returns its address. */
export async function makeRule(page: Page, name: string): Promise<string> {
  await page.goto(`${rulesOfSns}/new`);
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await button(page, "Add group").click();
  await fillCondition(page, "Group 1, condition 1", ["price", "greater than", "60"]);
  await button(page, "Add action").click();
  await fillAction(
    page,
    "Action 1",
    { attribute: "name", type: "Append Value", fields: { "New value": "!" } },
    true,
  );
  await button(page, "Save").click();
  await expect(said(page, /^Saved: /)).toContainText(name);
  const href = await page.getByRole("table").getByRole("link", { name, exact: true }).getAttribute("href");
  return href ?? "";
}

/** Another person at another computer, on the same page. */
export async function anotherPerson(browser: Browser, url: string, path: string, javaScriptEnabled: boolean) {
  const visitor = new Visitor(url);
  await visitor.signIn("admin@utopia.example");
  const context = await browser.newContext({ javaScriptEnabled, baseURL: url });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url })));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
