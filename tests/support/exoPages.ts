import type { Page } from "@playwright/test";

/** The tabs of a detail, in order. */
export const exoTabs = ["Summary", "References", "History", "Document", "Time line"];

/** The panel of an open EXO. */
export const exoPanel = (page: Page) => page.getByRole("dialog", { name: "Exchange Detail" });
