import type { Page } from "@playwright/test";

/** Hides the page from its own scripts like a background tab, or shows it again. */
export const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
