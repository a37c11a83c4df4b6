import type { Page } from "@playwright/test";

export const exoTabs = ["Summary", "References", "History", "Document"];

export const exoPanel = (page: Page) => page.getByRole("dialog", { name: "Exchange Detail" });
