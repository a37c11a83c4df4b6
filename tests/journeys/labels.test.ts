import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { eplAsZpl } from "#app/domains/labels/eplPicture.ts";
import { defaultMedia } from "#app/domains/labels/label.ts";
import { startFakeBridge } from "#tests/support/fakeBridge.ts";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import {
  barcode,
  barcodeField,
  batchOf,
  clarks,
  download,
  filters,
  isAlive,
  lineOf,
  lineQuantity,
  other,
  panelOf,
  picture,
  preview,
  price,
  productsPath,
  quantity,
  said,
  scanButton,
  shows,
  update,
} from "#tests/support/labelPage.ts";
import { labelsInZpl, scanWith, withoutPrintService, withPrintService } from "#tests/support/labels.ts";
import { labelBarcode, type UpstreamLabelProduct } from "#tests/support/upstream/labelProducts.ts";

test.beforeEach(({ page }) => withoutPrintService(page));

test("a barcode is found by Enter and by Scan: its product, one label of its size, the price of the book", {
  tag: "@firefox",
}, async ({ page, signInUpstream }) => {
  await signInUpstream("labels", clarks);
  await expect(barcodeField(page), "the first scan lands there").toBeFocused();
  await barcodeField(page).fill(barcode);
  await barcodeField(page).press("Enter");
  await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
  await expect(quantity(page, "7")).toHaveValue("1");
  await expect(quantity(page, "6")).toHaveValue("");
  await expect(price(page)).toHaveValue("59.95");
  await shows(page, barcode);
  await barcodeField(page).fill(other);
  await scanButton(page).click();
  await expect(panelOf(page, "Harbour Boot 5")).toBeVisible();
  await expect(picture(page)).toHaveAttribute("alt", new RegExp(`size 6 .*barcode ${other}`));
});

const odd: UpstreamLabelProduct = {
  LevelCode: "XQ77",
  ClrCode: "VRM",
  ProductAttributes: {
    styleName: "Quokka Sandal",
    brandLabel: "Wombat",
    occasion: "Wedding",
    department: "Kids",
    sizing: "EU",
  },
  ClrAttributes: { colourName: "Vermilion", season: "S31" },
  Sizes: [{ sizeVal: "33", skuIdx: "771", levelCode: "XQ77_33", barcode: "9300000101006" }],
  Images: [],
  Prices: [{ priceBookName: "Clarks Web", priceType: 1, listPrice: 1234.5 }],
};

test("each of the ten fields filters the products", { tag: "@no-scripting" }, async ({
  page,
  signInUpstream,
  own,
}) => {
  own.upstream.addLabelProducts([odd]);
  await signInUpstream("labels", clarks);
  const asked = {
    Barcode: "9300000101006",
    Brand: "wombat",
    "Level code": "XQ7",
    "Colour code": "VRM",
    "Colour name": "vermil",
    "Product name": "quokka",
    Season: "S31",
    Occasion: "wedding",
    Department: "kids",
    Sizing: "EU",
  };
  await expect(filters(page).getByRole("searchbox")).toHaveCount(10);
  for (const [label, text] of Object.entries(asked)) {
    await filters(page).getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.locator("tbody tr"), label).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Quokka Sandal", exact: true })).toBeVisible();
    await expect(filters(page).getByLabel(label, { exact: true })).toHaveValue(text);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(20);
  }
});

test("a product of the table: its quantities and price, the picture, its file and its sheet", async ({
  page,
  signInUpstream,
}, { project }) => {
  await signInUpstream("labels", clarks);
  await page.getByRole("link", { name: "Harbour Boot 3", exact: true }).click();
  await expect(panelOf(page, "Harbour Boot 3")).toBeVisible();
  await quantity(page, "6").fill("12");
  await quantity(page, "8").fill("3");
  await price(page).fill("1234.5");
  await update(page, project.name);
  await expect(picture(page)).toHaveAttribute("alt", /size 6 .*price \$1234\.50/);
  await expect(page).toHaveURL(/price=1234\.5/);
  const { name, bytes } = await download(page, "Download label file");
  expect(name).toMatch(/^labels-CLK-.*\.zpl$/);
  const labels = await labelsInZpl(bytes, defaultMedia);
  expect(labels).toMatchObject([
    { barcodes: [labelBarcode(3, 1)], copies: 12 },
    { barcodes: [labelBarcode(3, 3)], copies: 3 },
  ]);
  for (const { text } of labels) {
    expect(text).toContain("Harbour Boot 3");
    expect(text).toContain("1234.50");
  }
  await preview(page).getByRole("button", { name: "Printable sheet" }).click();
  await expect(page.getByText("15 labels of 57 × 32 mm")).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(labelBarcode(3, 3)) })).toHaveCount(3);
  await page.getByRole("link", { name: "Back to Print Label" }).click();
  await expect(quantity(page, "6")).toHaveValue("12");
  await expect(price(page)).toHaveValue("1234.5");
});

test("the workstation's settings: refused in words, kept, and used by the next file", async ({
  page,
  signInUpstream,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
  const settings = page.locator("details.settings");
  await settings.locator("summary").click();
  await page.getByLabel("Label width (mm)").fill("500");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(settings).toContainText("Millimetres from 20 to 104.");
  await expect(page.getByLabel("Label width (mm)")).toHaveValue("500");
  await page.getByLabel("Darkness").fill("31");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(settings).toContainText("Whole number from 0 to 30 in ZPL, or empty.");
  await expect(page.getByLabel("Darkness")).toHaveValue("31");
  await page.getByLabel("Darkness").fill("12");
  await page.getByLabel("Label width (mm)").fill("70");
  await page.getByLabel("Language of label files").selectOption("EPL");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Label settings of this workstation saved.")).toBeVisible();
  await expect(settings.locator("summary")).toContainText("70 × 32 mm, 203 dpi, EPL");
  await expect(panelOf(page, "Harbour Boot 2"), "the product stays").toBeVisible();
  const { name, bytes } = await download(page, "Download label file");
  expect(name).toBe(`labels-CLK-${barcode}.epl`);
  const media = { ...defaultMedia, widthMm: 70 };
  expect(bytes.toString("latin1")).toContain("q560\n");
  expect(bytes.toString("latin1")).toContain("\nD12\nA");
  const drawn = Buffer.from(eplAsZpl(bytes, media));
  expect((await labelsInZpl(drawn, media)).map(({ barcodes }) => barcodes)).toEqual([[barcode]]);
});

test("the sheet on A4 stock: used on from its 20th label, on two pages of A4 without a margin", async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
  await quantity(page, "7").fill("3");
  await preview(page).getByRole("button", { name: "Printable sheet" }).click();
  await page.getByLabel("Printed on").selectOption("3x7");
  await page.getByLabel("Start at label").fill("99");
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByText("This sheet has labels 1 to 21.")).toBeVisible();
  await expect(page.getByLabel("Start at label")).toHaveValue("99");
  await page.getByLabel("Start at label").fill("20");
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByText("3 labels of 63.5 × 38.1 mm on 2 sheets.")).toBeVisible();
  await expect(page).toHaveURL(/stock=3x7&start=20$/);
  await expect(page.getByRole("img", { name: new RegExp(barcode) })).toHaveCount(3);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const millimetre = 72 / 25.4;
  expect(Number(width) / millimetre).toBeCloseTo(210, 0);
  expect(Number(height) / millimetre).toBeCloseTo(297, 0);
});

test("a barcode that nobody has, and one that is too long [labels#not-found, labels#barcode]", async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("labels", clarks);
  await barcodeField(page).fill("4711");
  await barcodeField(page).press("Enter");
  await expect(said(page)).toHaveText("No record found for this Barcode!");
  await shows(page, "4711");
  await expect(barcodeField(page)).toBeFocused();
  await page.keyboard.type(`${barcode}4`);
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("A barcode has digits only, 13 at most");
  await expect(barcodeField(page)).toHaveValue("");
  await expect(panelOf(page, "Harbour Boot 2")).toHaveCount(0);
});

test("what an address asks for wrongly stays, with its message", async ({ page, signInUpstream, own }) => {
  await signInUpstream("labels", `${clarks}?barcode=${barcode}&n.20=1234&n.21=2x&price=5.955`);
  const panel = panelOf(page, "Harbour Boot 2");
  await expect(quantity(page, "6")).toHaveValue("1234");
  await expect(quantity(page, "6")).toHaveAccessibleDescription(/999 at most\./);
  await expect(quantity(page, "7")).toHaveValue("2x");
  await expect(quantity(page, "7")).toHaveAccessibleDescription(/Digits only\./);
  await expect(price(page)).toHaveValue("5.955");
  await expect(panel).toContainText("Digits with up to two decimals.");
  await page.goto(`${own.portal.url}${clarks}?barcode=${barcode}&price=`);
  await expect(price(page)).toHaveValue("");
  await expect(panel).toContainText("Enter a price.");
  await page.goto(`${own.portal.url}${clarks}?barcode=93-12x`);
  await expect(said(page)).toContainText("'93-12x' is not one");
  await page.goto(`${own.portal.url}${clarks}?b.${barcode}=1x&bp.${barcode}=a&page=zero&design=none`);
  await expect(lineQuantity(page, "Harbour Boot 2")).toHaveValue("1x");
  await expect(lineOf(page, "Harbour Boot 2")).toContainText("Digits with up to two decimals.");
});

test("the Reebok store has two designs, price only by default; no other store has any", async ({
  page,
  signIn,
}, { project }) => {
  await signIn("labels", "/store/RBK/printlabel");
  const design = page.getByLabel("Design", { exact: true });
  await expect(design.getByRole("option")).toHaveText(["Reebok - Price Only", "Reebok - Price & Barcode"]);
  await expect(design).toHaveValue("RBK");
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await expect(picture(page)).toHaveAttribute("alt", /^Label: price \$\d+\.\d\d$/);
  await design.selectOption("Common");
  await update(page, project.name);
  await expect(page).toHaveURL(/design=Common/);
  await expect(picture(page)).toHaveAttribute("alt", /barcode \d+/);
  await page.goto("/store/CLK/printlabel?design=RBK");
  await expect(barcodeField(page)).toBeVisible();
  await expect(design).toHaveCount(0);
});

test("the menu leads PrintLabel and Admin to the page; others are told which roles it needs", {
  tag: "@no-scripting",
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 403/);
  for (const who of ["labels", "admin"] as const) {
    await signIn(who, "/store/SNS/shipments");
    await page.getByRole("link", { name: "Print Label" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Print Label" })).toBeVisible();
  }
  for (const who of ["clerk", "store"] as const) {
    await signIn(who, "/store/SNS");
    await expect(page.getByRole("link", { name: "Print Label" })).toHaveCount(0);
    await page.goto("/store/SNS/printlabel");
    await expect(page.getByRole("main")).toContainText(/PrintLabel.*Admin|Admin.*PrintLabel/);
  }
});

test("rows of the table: several are open, and what they take is in one batch, one file and one sheet", async ({
  page,
  signInUpstream,
}, { project }) => {
  await signInUpstream("labels", clarks);
  const row = (name: string) => page.getByRole("region", { name: new RegExp(`^Labels of ${name} `) });
  for (const name of ["Harbour Boot 3", "Harbour Boot 5"]) {
    await page.getByRole("link", { name: new RegExp(`^Quantities of ${name} `) }).click();
    await expect(row(name)).toBeVisible();
  }
  await row("Harbour Boot 3").getByLabel("6 of Harbour Boot 3").fill("4");
  await row("Harbour Boot 3")
    .getByLabel(/^Price/)
    .fill("19.9");
  await row("Harbour Boot 5").getByLabel("6 of Harbour Boot 5").fill("2");
  if (!isScripted(project.name)) {
    await row("Harbour Boot 5").getByRole("button", { name: "Update" }).click();
  }
  await expect(batchOf(page)).toContainText("6 labels of 2 barcodes");
  await expect(page).toHaveURL(new RegExp(`[bq]\\.${labelBarcode(3, 1)}=4`));
  await expect(row("Harbour Boot 3")).toContainText("was $59.95");
  await expect(lineOf(page, "Harbour Boot 3").getByLabel(/^Price/)).toHaveValue("19.9");
  const { bytes } = await download(page, "Download label file", batchOf(page));
  const labels = await labelsInZpl(bytes, defaultMedia);
  expect(labels).toMatchObject([
    { barcodes: [labelBarcode(3, 1)], copies: 4 },
    { barcodes: [other], copies: 2 },
  ]);
  expect(labels[0]?.text).toContain("19.90");
  await page.reload();
  await expect(row("Harbour Boot 3").getByLabel("6 of Harbour Boot 3")).toHaveValue("4");
  await row("Harbour Boot 3").getByLabel("6 of Harbour Boot 3").fill("");
  if (!isScripted(project.name)) {
    await row("Harbour Boot 3").getByRole("button", { name: "Update" }).click();
  }
  await expect(batchOf(page)).toContainText("2 labels of 1 barcode");
});

test("a typed price says what it was, and $0.00 is not filed until a person says that it is meant", async ({
  page,
  signInUpstream,
  own,
}, { project }) => {
  await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
  const panel = panelOf(page, "Harbour Boot 2");
  await price(page).fill("0");
  await update(page, project.name);
  await expect(panel).toContainText("was $59.95");
  await expect(panel).toContainText("far from it");
  await preview(page).getByRole("button", { name: "Download label file" }).click();
  await expect(
    page.getByText("The price is $0.00: press 'Print $0.00' if it is meant.").first(),
  ).toBeVisible();
  await page.goto(`${own.portal.url}${clarks}?barcode=${barcode}&price=0`);
  await panel.getByRole("button", { name: "Print $0.00" }).click();
  await expect(page).toHaveURL(/free=1/);
  await expect(panel.getByRole("button", { name: "Print $0.00" })).toHaveCount(0);
  const { bytes } = await download(page, "Download label file");
  expect((await labelsInZpl(bytes, defaultMedia))[0]?.text).toContain("0.00");
  await panel.getByRole("link", { name: /^Take it back/ }).click();
  await expect(price(page)).toHaveValue("59.95");
  await expect(page).not.toHaveURL(/free=1/);

  await page.getByLabel("Was price from").selectOption("RRP");
  await update(page, project.name);
  await expect(panel).toContainText("Label: was $99.95 (RRP)");
  await expect(page.getByRole("img", { name: /price \$59\.95, was \$99\.95/ })).toBeVisible();
  const reduced = await download(page, "Download label file");
  expect((await labelsInZpl(reduced.bytes, defaultMedia))[0]?.text).toContain("Was $99.95");
});

test("the batch: scan after scan, a reload changes nothing, lines go, its file and its sheet", async ({
  page,
  signInUpstream,
}, { project }) => {
  await signInUpstream("labels", clarks);
  await page.getByRole("switch", { name: "Gather a batch" }).click();
  await expect(batchOf(page)).toContainText("Each scan adds a label");
  for (const [index, code] of [barcode, other, barcode].entries()) {
    // As a scanner does: keys and Enter, into whatever the page has left there.
    await expect(barcodeField(page)).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(batchOf(page)).toContainText(`${index + 1} label`);
  }
  await expect(batchOf(page)).toContainText("3 labels of 2 barcodes");
  await expect(lineQuantity(page, "Harbour Boot 2")).toHaveValue("2");
  await page.reload();
  await expect(batchOf(page)).toContainText("3 labels of 2 barcodes");
  await lineQuantity(page, "Harbour Boot 5").fill("7");
  await lineOf(page, "Harbour Boot 5")
    .getByLabel(/^Price/)
    .fill("20");
  await update(page, project.name, "batch");
  await expect(page).toHaveURL(new RegExp(`b\\.${other}=7`));
  await expect(batchOf(page)).toContainText("9 labels of 2 barcodes");
  const { bytes } = await download(page, "Download label file", batchOf(page));
  const labels = await labelsInZpl(bytes, defaultMedia);
  expect(labels).toMatchObject([
    { barcodes: [barcode], copies: 2 },
    { barcodes: [other], copies: 7 },
  ]);
  expect(labels[1]?.text).toContain("20.00");
  await batchOf(page).getByRole("button", { name: "Printable sheet" }).click();
  await expect(page.getByText("9 labels of 57 × 32 mm")).toBeVisible();
  await page.getByRole("link", { name: "Back to Print Label" }).click();
  await lineOf(page, "Harbour Boot 2")
    .getByRole("link", { name: /^Remove/ })
    .click();
  await expect(batchOf(page)).toContainText("7 labels of 1 barcode");
  await lineQuantity(page, "Harbour Boot 5").fill("0");
  await update(page, project.name, "batch");
  await expect(batchOf(page), "0 prints nothing").toContainText("0 labels of 1 barcode");
});

test("the server's error, and a product that can't be read, are said where they belong", async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}, { project }) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("labels", clarks);
  own.upstream.fail(productsPath, {
    kind: "answer",
    status: 500,
    body: JSON.stringify({ error: "The catalogue is down" }),
    type: "application/json",
  });
  await barcodeField(page).fill(barcode);
  await barcodeField(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The catalogue is down" })).toBeVisible();
  await shows(page, barcode);
  await filters(page).getByLabel("Brand").fill("Wombat");
  if (!isScripted(project.name)) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/brand=Wombat/);
  await expect(filters(page).getByLabel("Brand")).toHaveValue("Wombat");
  own.upstream.reset();
  own.upstream.addLabelProducts([JSON.parse('{"ClrCode":"no level code","id":"broken-1"}')]);
  await page.goto(own.portal.url + clarks);
  await expect(page.locator("tbody tr").first()).toContainText("broken-1");
  await expect(page.getByRole("link", { name: "Harbour Boot 1", exact: true })).toBeVisible();
});

test("a scan into the batch that the server fails keeps the batch and the barcode", async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("labels", `${clarks}?gather=1&b.${other}=4`);
  own.upstream.fail(productsPath, { kind: "reset" });
  await barcodeField(page).fill(barcode);
  await barcodeField(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "An error occurred" })).toBeVisible();
  await expect(lineQuantity(page, other).or(lineQuantity(page, "Harbour Boot 5"))).toHaveValue("4");
  await shows(page, barcode);
});

test.describe("with scripting", { tag: "@scripting" }, () => {
  test("the history leads back from a filter to the product that was worked on", async ({
    page,
    signInUpstream,
  }) => {
    await signInUpstream("labels", `${clarks}?barcode=${barcode}&n.20=4`);
    await isAlive(page);
    await filters(page).getByLabel("Brand").fill("nobody's");
    await expect(page.getByText("No products match")).toBeVisible();
    await page.goBack();
    await expect(quantity(page, "6")).toHaveValue("4");
  });

  test("refused quantities and prices stay typed, each with its message; 0 leaves a size out", async ({
    page,
    signInUpstream,
  }) => {
    // No key and no paste brings such values into a field; an address does.
    await signInUpstream("labels", `${clarks}?barcode=${barcode}&price=59.955&n.20=x`);
    await isAlive(page);
    const buttonHelp = page.getByRole("button", { name: "Print Barcode" });
    await expect(price(page)).toHaveValue("59.955");
    await expect(price(page)).toHaveAccessibleDescription(/Digits with up to two decimals\./);
    await expect(price(page)).toHaveAttribute("aria-invalid", "true");
    await expect(buttonHelp).toHaveAccessibleDescription(/Digits with up to two decimals\./);
    await price(page).fill("");
    await expect(price(page)).toHaveAccessibleDescription(/Enter a price\./);
    await price(page).fill("20.5");
    await expect(price(page)).not.toHaveAttribute("aria-invalid", "true");
    await expect(picture(page)).toHaveAttribute("alt", /price \$20\.50/);
    await expect(quantity(page, "6")).toHaveValue("x");
    await expect(quantity(page, "6")).toHaveAccessibleDescription(/Digits only\./);
    await quantity(page, "6").fill("");
    await quantity(page, "6").pressSequentially("12345");
    await expect(quantity(page, "6")).toHaveValue("123");
    await quantity(page, "6").fill("0");
    await quantity(page, "7").fill("0");
    await expect(buttonHelp).toHaveAccessibleDescription(/Enter a quantity for a size\./);
    await expect(page).toHaveURL(/n\.20=0&n\.21=0/);
    await page.reload();
    await expect(quantity(page, "7")).toHaveValue("0");
  });

  test("the preview keeps its old picture until the new one is there, and nothing moves", async ({
    page,
    signInUpstream,
  }) => {
    await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
    await expect(page.getByText("The print service is not running")).toBeVisible();
    await page.evaluate(async () => {
      // The frame that shows the notice moves what is below it, and may be drawn after the notice is there.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      Reflect.set(window, "moved", 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const value: unknown = Reflect.get(entry, "value");
          if (typeof value === "number")
            Reflect.set(window, "moved", Number(Reflect.get(window, "moved")) + value);
        }
      }).observe({ type: "layout-shift" });
    });
    const pictures = await hold(page, /picture\.png/);
    const before = await picture(page).getAttribute("src");
    await price(page).fill("77");
    await pictures.asked(1);
    expect(await picture(page).getAttribute("src")).toBe(before);
    await expect(picture(page)).toHaveAttribute("alt", /\$59\.95/);
    pictures.letGo();
    await expect(picture(page)).toHaveAttribute("alt", /\$77\.00/);
    const isWhole = await picture(page).evaluate(
      (image) => image instanceof HTMLImageElement && image.complete,
    );
    expect(isWhole).toBe(true);
    expect(await page.evaluate(() => Reflect.get(window, "moved"))).toBe(0);
  });

  test("on 320 × 568 a scan, what it led to, and its button are one screen [labels#one-screen]", async ({
    page,
    signInUpstream,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const service = await startFakeBridge({ port: 0 });
    await withPrintService(page, service.port);
    await signInUpstream("labels", `${clarks}?gather=1`);
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    const kept = page.waitForResponse((answer) => answer.url().endsWith("/printlabel/settings"));
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    await kept;
    await page.reload();
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    for (const code of [other, barcode, barcode]) await scanWith(page, code);
    const line = page.locator(".scan-line");
    await expect(line).toHaveText("Harbour Boot 2, size 7 · $59.95 · 2 in batch");
    const printAll = page.getByRole("button", { name: "Print all" });
    for (const part of [barcodeField(page), line, page.getByText("3 labels", { exact: true }), printAll])
      await expect(part).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Print (Barcode|Design)$/ })).toHaveCount(0);

    const clear = page.getByRole("link", { name: "Clear batch" });
    await clear.focus();
    const [link, button] = await Promise.all([clear.boundingBox(), printAll.boundingBox()]);
    expect((link?.y ?? 0) + (link?.height ?? 0), "the bar hides what has the focus").toBeLessThanOrEqual(
      button?.y ?? 0,
    );

    await page.goto(page.url().replace(/\?.*/, ""));
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    await scanWith(page, barcode);
    await expect(line).toHaveText("Harbour Boot 2, size 7 · $59.95");
    for (const part of [barcodeField(page), line, page.getByRole("button", { name: "Print Barcode" })])
      await expect(part).toBeInViewport({ ratio: 1 });
    await service.stop();
  });

  test("the buttons say why they can't be pressed, and that both print the same label [labels#buttons, labels#same-label]", async ({
    page,
    signInUpstream,
  }) => {
    const service = await startFakeBridge({ port: 0 });
    await withPrintService(page, service.port);
    await signInUpstream("labels", clarks);
    await isAlive(page);
    const button = (name: string) => page.getByRole("button", { name });
    const expectMissing = async (name: string, why: RegExp) => {
      await expect(button(name)).toHaveAttribute("aria-disabled", "true");
      await expect(button(name)).toHaveAccessibleDescription(why);
    };
    await expectMissing("Print Barcode", /Scan or choose a product\./);
    await expectMissing("Print Design", /Scan or choose a product\./);
    await expectMissing("Clear Barcode", /No product is chosen\./);
    await scanWith(page, barcode);
    await expectMissing("Print Barcode", /^Choose a printer\.$/);
    await expectMissing("Print Design", /^Choose a printer\.$/);
    await expect(page.getByRole("link", { name: "Clear Barcode" })).toBeVisible();
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    for (const name of ["Print Barcode", "Print Design"]) {
      await expect(button(name)).not.toHaveAttribute("aria-disabled");
    }
    await expect(button("Print Design")).toHaveAccessibleDescription("The same label");
    await quantity(page, "7").fill("");
    await expectMissing("Print Barcode", /Enter a quantity for a size\./);
    await service.stop();
  });

  test("the focus comes back to the barcode after a print, a clear and a removed line", async ({
    page,
    signInUpstream,
  }) => {
    const service = await startFakeBridge({ port: 0 });
    await withPrintService(page, service.port);
    await signInUpstream("labels", `${clarks}?barcode=${barcode}&b.${other}=1`);
    await isAlive(page);
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    await quantity(page, "6").fill("3");
    await page.getByRole("button", { name: "Print Barcode" }).click();
    await expect(barcodeField(page)).toBeFocused();
    await expect.poll(() => service.spooled.length).toBe(2);
    const sent = await Promise.all(
      service.spooled.map(({ data: label }) => labelsInZpl(label, defaultMedia)),
    );
    expect(sent.flat().map(({ barcodes, copies }) => [barcodes.join(), copies])).toEqual([
      [labelBarcode(2, 1), 3],
      [barcode, 1],
    ]);
    await page.getByRole("link", { name: "Clear Barcode" }).click();
    await expect(panelOf(page, "Harbour Boot 2")).toHaveCount(0);
    await expect(barcodeField(page)).toHaveValue("");
    await expect(barcodeField(page)).toBeFocused();
    await lineOf(page, "Harbour Boot 5")
      .getByRole("link", { name: /^Remove/ })
      .click();
    await expect(page).not.toHaveURL(new RegExp(other));
    await expect(barcodeField(page)).toBeFocused();
    await service.stop();
  });

  test("with the keyboard alone: scan, quantity, price, file", async ({ page, signInUpstream }) => {
    await signInUpstream("labels", clarks);
    await isAlive(page);
    await page.keyboard.type(barcode);
    await page.keyboard.press("Enter");
    await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let presses = 0; presses < 40; presses += 1) {
        if (await isThere()) return;
        await page.keyboard.press("Tab");
      }
      throw new Error("Tab does not lead there");
    };
    const has = (target: Locator) => () => target.evaluate((element) => element === document.activeElement);
    await tabTo(has(price(page)));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("49.5");
    await tabTo(has(quantity(page, "8")));
    await page.keyboard.type("21");
    await expect(picture(page)).toHaveAttribute("alt", /\$49\.50/);
    await tabTo(has(preview(page).getByRole("button", { name: "Download label file" })));
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const labels = await labelsInZpl(await readFile(await file.path()), defaultMedia);
    expect(labels).toMatchObject([
      { barcodes: [barcode], copies: 1 },
      { barcodes: [labelBarcode(2, 3)], copies: 21 },
    ]);
  });
});
