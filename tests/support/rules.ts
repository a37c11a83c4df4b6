import type { Browser, Page } from "@playwright/test";
import { Visitor } from "./visitor.ts";

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
/** Another person on another computer, on the same page. */
export async function anotherPerson(browser: Browser, url: string, path: string, javaScriptEnabled: boolean) {
  const visitor = new Visitor(url);
  await visitor.signIn("admin@utopia.example");
  const context = await browser.newContext({ javaScriptEnabled, baseURL: url });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url })));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
