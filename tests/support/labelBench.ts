import type { BrowserContext, Locator, Page } from "@playwright/test";
import { z } from "zod";
import { defaultMedia, type Label, type LabelLanguage } from "#app/domains/labels/label.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { type LabelProductRow, labelProductBatches } from "#platform/seed/labels/products.ts";
import { type FakeBridge, startFakeBridge } from "./fakeBridge.ts";
import { test as base } from "./fixtures.ts";
import { Visitor } from "./visitor.ts";

const document = z.object({
  ProductAttributes: z.object({ styleName: z.string(), sizing: z.string() }),
  ClrAttributes: z.object({ colourName: z.string() }),
  Sizes: z.array(z.object({ sizeVal: z.string(), barcode: z.string() })),
  Prices: z.array(
    z.object({ priceBookName: z.string(), priceType: z.number(), listPrice: z.coerce.number() }),
  ),
});

/** What a product of the platform's seed reads as on a label; `labelOf` counts sizes from 0. */
export type SeededProduct = {
  sizes: { size: string; barcode: string }[];
  labelOf(size: number, copies?: number): Label;
  priceLabel(copies: number): Label;
  /** How the queue names the label. */
  titleOf(size: number): string;
};

const seeded = new Map<string, LabelProductRow>();
for (const rows of labelProductBatches("small", 100))
  for (const row of rows) seeded.set(`${row.price_book} ${row.position}`, row);

/** The product at a position (from 1) of a price book, priced by its price book (labels#price). */
export function seededProduct(book: string, position: number): SeededProduct {
  const read = document.parse(seeded.get(`${book} ${position}`)?.document);
  const { styleName: name, sizing } = read.ProductAttributes;
  const colour = read.ClrAttributes.colourName;
  const own = read.Prices.find(({ priceBookName, priceType }) => priceBookName === book && priceType === 1);
  const price = (own ?? read.Prices.find(({ priceBookName }) => priceBookName === "RRP"))?.listPrice.toFixed(
    2,
  );
  if (price === undefined) throw new Error(`No price for ${book} ${position}`);
  const sizes = read.Sizes.map(({ sizeVal, barcode }) => ({ size: sizeVal, barcode }));
  const at = (index: number) => {
    const size = sizes[index];
    if (!size) throw new Error(`No size ${index} of ${name}`);
    return size;
  };
  return {
    sizes,
    labelOf(index, copies = 1) {
      const { size, barcode } = at(index);
      return { design: "Common", name, colour, sizeRange: `${size} (${sizing})`, barcode, price, copies };
    },
    priceLabel: (copies) => ({ design: "RBK", name, colour, sizeRange: "", barcode: "", price, copies }),
    titleOf: (index) => `${name}, ${colour}, ${at(index).size}`,
  };
}

/** The bytes that a printer gets for a label, on the media of a workstation without settings. */
export const bytesOf = (label: Label, language: LabelLanguage): string =>
  Buffer.from(renderLabel(label, { language, media: defaultMedia }).bytes).toString("latin1");

/** The bytes that reached the spooler, in order. */
export const spooledBytes = ({ spooled }: FakeBridge): string[] =>
  spooled.map(({ data }) => data.toString("latin1"));

type BenchFixtures = {
  /** The workstation's print service, which trusts the tested portal's certificate. */
  bridge: FakeBridge;
  /** Signs Lee Labels in again, in a page that stays open. */
  signInAgain: () => Promise<void>;
};

export const test = base.extend<BenchFixtures>({
  bridge: [
    async ({ headless: _headless }, use) => {
      const bridge = await startFakeBridge({ trusted: process.env.TESTED_PRINT_CERTIFICATE ?? "" });
      await use(bridge);
      await bridge.end();
    },
    // Another worker may have the port until its test is over.
    { timeout: 90_000 },
  ],
  signInAgain: async ({ context, baseURL }, use) => {
    await use(async () => {
      const visitor = new Visitor(baseURL ?? "");
      await visitor.signIn("labels@utopia.example");
      await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: baseURL })));
    });
  },
});

/** Tells the browser to keep a page from the computer's own services. */
export async function denyLocalNetwork(context: BrowserContext, page: Page, origin: string) {
  const target = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
  const browser = await context.browser()?.newBrowserCDPSession();
  await browser?.send("Browser.setPermission", {
    permission: { name: "loopback-network" },
    setting: "denied",
    origin,
    ...(target.targetInfo.browserContextId && { browserContextId: target.targetInfo.browserContextId }),
  });
}

/** The parts of a Print Label page that printing has to do with. */
export function benchOf(page: Page) {
  const bench = page.getByRole("region", { name: "Scan and print" });
  const queue = page.getByRole("region", { name: "Labels being sent" });
  const journal = page.locator(".print-journal");
  const entry = (within: Locator, title: string) =>
    within.getByRole("listitem", { includeHidden: true }).filter({ hasText: title });
  return {
    bench,
    queue,
    journal,
    printer: bench.getByLabel("Printer", { exact: true }),
    language: bench.getByLabel("Language", { exact: true }),
    printBarcode: bench.getByRole("button", { name: "Print Barcode" }),
    printDesign: bench.getByRole("button", { name: "Print Design" }),
    printAll: page.getByRole("button", { name: "Print all" }),
    /** Where the print service stands. */
    help: page.locator("[data-bridge]"),
    /** The file that stands in for a print service. */
    file: page.locator("[data-bridge]").getByRole("link", { name: "Download label file" }),
    queued: (title: string) => entry(queue, title),
    kept: (title: string) => entry(journal, title),
    /** The queue's outcome, as it is announced. */
    summary: queue.getByRole("status"),
    connected: page.getByText("Connected to the print service"),
    async choose(name: string) {
      await bench.getByLabel("Printer", { exact: true }).selectOption(name);
    },
    /** As a scanner does it: digits and Enter, wherever the focus is. */
    async scan(barcode: string) {
      await page.keyboard.type(barcode);
      await page.keyboard.press("Enter");
    },
  };
}
