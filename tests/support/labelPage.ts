import { expect, type Locator, type Page } from "@playwright/test";
import { defaultMedia, type LabelLanguage } from "#app/domains/labels/label.ts";
import type { Label } from "#app/domains/labels/labelSchemas.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { type FakeBridge, startFakeBridge } from "./fakeBridge.ts";
import { test as base } from "./fixtures.ts";
import { type Filled, setBatch } from "./labelBatch.ts";
import { withPrintService } from "./labels.ts";
import { labelBarcode } from "./upstream/labelProducts.ts";

export const clarks = "/store/CLK/printlabel";

/** Journeys at a workstation with its own print service, which trusts the tested portals' certificate. */
export const test = base.extend<{
  bridge: FakeBridge;
  open: (search?: string) => Promise<void>;
  /** Makes these lines the batch, which is empty at first. */
  fill: (...lines: Filled) => Promise<void>;
}>({
  fill: [
    async ({ stack, context }, use) => {
      const labels = await stack.signedIn("labels");
      await setBatch(labels, clarks, []);
      // A batch is its workstation's: this browser is the same one.
      const own = labels.cookies().filter(({ name }) => name === "workstation");
      await context.addCookies(own.map((cookie) => ({ ...cookie, url: stack.portal.url })));
      await use((...lines) => setBatch(labels, clarks, lines));
    },
    { auto: true },
  ],
  bridge: async ({ page }, use) => {
    const bridge = await startFakeBridge({ trusted: process.env.TESTED_PRINT_CERTIFICATE ?? "" });
    await withPrintService(page, bridge.port);
    await use(bridge);
    await bridge.stop();
  },
  /** Opens Print Label of one store; it has hydrated once it looks for printers. */
  open: async ({ page, signInUpstream }, use) => {
    await use(async (search = "") => {
      await signInUpstream("labels", clarks + search);
      await expect(page.getByLabel("Printer", { exact: true })).toBeVisible();
    });
  },
});

export const productsPath = "/api/getallproducts";
/** Size 7 of 'Harbour Boot 2', and size 6 of 'Harbour Boot 5'. */
export const [barcode, other] = [labelBarcode(2, 2), labelBarcode(5, 1)];

export const barcodeField = (page: Page) => page.getByRole("textbox", { name: "Barcode", exact: true });
export const said = (page: Page) => page.locator(".scan-said");
export const panelOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const price = (page: Page) => page.getByLabel("Price ($)", { exact: true });
export const quantity = (page: Page, size: string) =>
  page.getByRole("group", { name: "Quantity per size" }).getByLabel(size, { exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
export const picture = (page: Page) => preview(page).getByRole("img").first();
export const batchOf = (page: Page) => page.getByRole("region", { name: "Batch" });
/** A line for `fill`. */
export const line = (code: string, count = 1) => ({ barcode: code, count });
export const lineOf = (page: Page, name: string) =>
  batchOf(page).getByRole("listitem").filter({ hasText: name });
export const lineQuantity = (page: Page, name: string) => lineOf(page, name).getByLabel(/^Quantity/);
export const filters = (page: Page) => page.getByRole("form", { name: "Filters" });

/** The field is empty for the next scan, and names the last code. */
export async function shows(page: Page, code: string) {
  await expect(barcodeField(page)).toHaveValue("");
  await expect(barcodeField(page)).toHaveAttribute("placeholder", code);
}

/** Pastes a text at the cursor, as the browser does. */
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

/** The queue's name for a size of an ordinary product; products and sizes are counted from 1. */
export const titleOf = (product: number, size: number) => `Harbour Boot ${product}, Black, ${5 + size}`;

/** The bytes of a label of an ordinary product, on the default media. */
export function bytesOf(
  product: number,
  size: number,
  { copies = 1, language = "ZPL" as LabelLanguage } = {},
) {
  const label: Label = {
    design: "Common",
    name: `Harbour Boot ${product}`,
    colour: "Black",
    sizeRange: `${5 + size} (AU Womens)`,
    barcode: labelBarcode(product, size),
    price: "59.95",
    copies,
  };
  return Buffer.from(renderLabel(label, { language, media: defaultMedia }).bytes).toString("latin1");
}

export const spooledBytes = ({ spooled }: FakeBridge) => spooled.map(({ data }) => data.toString("latin1"));

/** Digits and Enter, wherever the focus is, as a scanner types them. */
export async function scan(page: Page, code: string) {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/** The printing controls of a Print Label page. */
export function workstationOf(page: Page) {
  const queue = page.getByRole("region", { name: "Labels being sent" });
  const journal = page.locator(".print-journal");
  return {
    queue,
    journal,
    printer: page.getByLabel("Printer", { exact: true }),
    language: page.getByLabel("Language", { exact: true }),
    printBarcode: page.getByRole("button", { name: "Print Barcode" }),
    printDesign: page.getByRole("button", { name: "Print Design" }),
    printAll: page.getByRole("button", { name: "Print all" }),
    /** The message about the print service. */
    help: page.locator("[data-bridge]"),
    queued: (title: string) => queue.getByRole("listitem").filter({ hasText: title }),
    logged: (title: string) =>
      journal.getByRole("listitem", { includeHidden: true }).filter({ hasText: title }),
    /** The queue's result, as announced; a second status may say that the print service is away. */
    summary: queue.getByRole("status").first(),
    connected: page.getByText("Connected to the print service"),
  };
}

/** The same, once the print service is connected and its first printer chosen. */
export async function readyWorkstation(page: Page) {
  const workstation = workstationOf(page);
  await expect(workstation.connected).toBeVisible();
  await workstation.printer.selectOption("Fake bench 1");
  return workstation;
}
