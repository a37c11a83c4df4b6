import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { isScripted } from "./fixtures.ts";
import { labelBarcode } from "./upstream/labelProducts.ts";

export const clarks = "/store/CLK/printlabel";
export const productsPath = "/api/getallproducts";
/** Size 7 of 'Harbour Boot 2', and size 6 of 'Harbour Boot 5'. */
export const [barcode, other] = [labelBarcode(2, 2), labelBarcode(5, 1)];

export const barcodeField = (page: Page) => page.getByRole("textbox", { name: "Barcode", exact: true });
export const said = (page: Page) => page.locator(".scan-said");
export const scanButton = (page: Page) => page.getByRole("button", { name: "Scan", exact: true });
export const panelOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const price = (page: Page) => page.getByLabel("Price ($)", { exact: true });
export const quantity = (page: Page, size: string) =>
  page.getByRole("group", { name: "Quantity per size" }).getByLabel(size, { exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
export const picture = (page: Page) => preview(page).getByRole("img").first();
export const batchOf = (page: Page) => page.getByRole("region", { name: "Batch" });
export const lineOf = (page: Page, name: string) =>
  batchOf(page).getByRole("listitem").filter({ hasText: name });
export const lineQuantity = (page: Page, name: string) => lineOf(page, name).getByLabel(/^Quantity/);
export const filters = (page: Page) => page.getByRole("form", { name: "Filters" });

/** Without scripting the page follows its form; with it the form is followed by itself. */
export async function update(page: Page, project: string, at: "product" | "batch" = "product") {
  const place = at === "batch" ? batchOf(page) : page;
  if (!isScripted(project)) await place.getByRole("button", { name: "Update" }).first().click();
}

/** The field is empty for the next scan, and names the last code. */
export async function shows(page: Page, code: string) {
  await expect(barcodeField(page)).toHaveValue("");
  await expect(barcodeField(page)).toHaveAttribute("placeholder", code);
}

/** Pastes a text where the cursor is, as the browser does it. */
export async function pasteInto(field: Locator, text: string) {
  await field.focus();
  await field.evaluate((_, pasted) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", pasted);
    const target = document.activeElement;
    const event = {
      inputType: "insertFromPaste",
      dataTransfer,
      data: pasted,
      bubbles: true,
      cancelable: true,
    };
    const isTaken = target?.dispatchEvent(new InputEvent("beforeinput", event));
    if (isTaken) document.execCommand("insertText", false, pasted);
  }, text);
}

/** Scripting runs once the page looks for printers. */
export const isAlive = (page: Page) => expect(page.getByLabel("Printer", { exact: true })).toBeVisible();

export async function download(page: Page, button: string, within = preview(page)) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    within.getByRole("button", { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
