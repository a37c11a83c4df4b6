import { expect, type Locator, type Page } from "@playwright/test";

/** The tabs of a detail, in order. */
export const exoTabs = ["Summary", "References", "History", "Document", "Time line"];

/** The panel of an open EXO. */
export const exoPanel = (page: Page) => page.getByRole("dialog", { name: "Exchange Detail" });

/** Opens the seeded EXO that is odd in this way, and one of its tabs. */
export async function openEdgeCaseExo(page: Page, word: string, tab = "Summary") {
  await page.goto(`/returns/?order=ODD-${word}-`);
  await page.locator("tbody tr").first().getByRole("link").first().click();
  const panel = exoPanel(page);
  await showExoTab(panel, tab);
  return panel;
}

/** Shows a tab of the open EXO. */
export async function showExoTab(panel: Locator, tab: string) {
  await panel.getByRole("link", { name: tab, exact: true }).click();
  await expect(panel.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
}
