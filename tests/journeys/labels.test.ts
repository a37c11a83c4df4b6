import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { defaultMedia } from "#app/domains/labels/label.ts";
import { expect } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import {
  barcode,
  barcodeField,
  clarks,
  filters,
  line,
  lineOf,
  lineQuantity,
  other,
  panelOf,
  picture,
  preview,
  price,
  productsPath,
  quantity,
  shows,
  test,
} from "#tests/support/labelPage.ts";
import { labelsInZpl, scanWith, withoutPrintService } from "#tests/support/labels.ts";
import { labelBarcode } from "#tests/support/upstream/labelProducts.ts";

test.beforeEach(({ page }) => withoutPrintService(page));

test("the sheet on A4 stock is two pages of A4 without a margin", async ({ page, signInUpstream }) => {
  const labels = `labels=barcode&barcode=${barcode}&n.21=3`;
  await signInUpstream("labels", `${clarks}/sheet?${labels}&stock=3x7&start=20`);
  await expect(page.getByText("3 labels of 63.5 × 38.1 mm on 2 sheets.")).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const millimetre = 72 / 25.4;
  expect(Number(width) / millimetre).toBeCloseTo(210, 0);
  expect(Number(height) / millimetre).toBeCloseTo(297, 0);
});

test("a scan into the batch that the server fails keeps the batch and the barcode", async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
  fill,
}) => {
  allowConsole(/status of 50\d/);
  await fill(line(other, 4));
  await signInUpstream("labels", `${clarks}?gather=1`);
  stack.upstream.fail(productsPath, { kind: "reset" });
  await barcodeField(page).fill(barcode);
  await barcodeField(page).press("Enter");
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /An error occurred|Not read: / })
      .first(),
  ).toBeVisible();
  await expect(lineQuantity(page, other).or(lineQuantity(page, "Harbour Boot 5"))).toHaveValue("4");
  await shows(page, barcode);
});

test.describe("with scripting", { tag: "@scripting" }, () => {
  test("the history leads back from a filter to the product that was worked on", async ({ page, open }) => {
    await open(`?barcode=${barcode}&n.20=4`);
    await filters(page).getByLabel("Brand").fill("nobody's");
    await expect(page.getByText("No products match")).toBeVisible();
    await page.goBack();
    await expect(quantity(page, "6")).toHaveValue("4");
  });

  test("the preview keeps its old picture until the new one is there, and nothing moves", async ({
    page,
    signInUpstream,
  }) => {
    await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
    await expect(page.getByText("The print service is not running")).toBeVisible();
    await page.evaluate(async () => {
      // The frame with the notice shifts the content below it, and may be drawn after the notice is found.
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
    const pictures = await hold(page, /\/pictures\?/);
    await price(page).fill("77");
    await pictures.requested(1);
    await expect(picture(page)).toHaveAttribute("aria-label", /\$59\.95/);
    pictures.letGo();
    await expect(picture(page)).toHaveAttribute("aria-label", /\$77\.00/);
    await expect(picture(page)).toContainText("$77.00");
    expect(await page.evaluate(() => Reflect.get(window, "moved"))).toBe(0);
  });

  test("on 320 × 568 a scan, its result, and its button are one screen [labels#one-screen]", async ({
    page,
    signInUpstream,
    bridge: _bridge,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await signInUpstream("labels", `${clarks}?gather=1`);
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    const stored = page.waitForResponse((answer) => answer.url().endsWith("/print/printer"));
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    await stored;
    await page.reload();
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    for (const code of [other, barcode, barcode]) await scanWith(page, code);
    const said = page.locator(".scan-line");
    await expect(said).toHaveText("Harbour Boot 2, size 7 · $59.95 · 2 in batch");
    const printAll = page.getByRole("button", { name: "Print all" });
    for (const part of [barcodeField(page), said, page.getByText("3 labels", { exact: true }), printAll])
      await expect(part).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Print (Barcode|Design)$/ })).toHaveCount(0);

    const clear = page.getByRole("button", { name: "Clear batch" });
    await clear.focus();
    const [link, button] = await Promise.all([clear.boundingBox(), printAll.boundingBox()]);
    expect((link?.y ?? 0) + (link?.height ?? 0), "the bar hides what has the focus").toBeLessThanOrEqual(
      button?.y ?? 0,
    );

    await page.goto(page.url().replace(/\?.*/, ""));
    await expect(page.locator("[data-bridge=ready]")).toBeAttached();
    await scanWith(page, barcode);
    await expect(said).toHaveText("Harbour Boot 2, size 7 · $59.95");
    for (const part of [barcodeField(page), said, page.getByRole("button", { name: "Print Barcode" })])
      await expect(part).toBeInViewport({ ratio: 1 });
  });

  test("the buttons say why they can't be pressed, and that both print the same label [labels#buttons, labels#same-label]", async ({
    page,
    open,
    bridge: _bridge,
  }) => {
    await open();
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
  });

  test("the focus returns to the barcode after a print, a clear and a removed line", async ({
    page,
    open,
    bridge,
    fill,
  }) => {
    await fill(line(other));
    await open(`?barcode=${barcode}`);
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    await quantity(page, "6").fill("3");
    await page.getByRole("button", { name: "Print Barcode" }).click();
    await expect(barcodeField(page)).toBeFocused();
    await expect.poll(() => bridge.spooled.length).toBe(2);
    const sent = await Promise.all(bridge.spooled.map(({ data: label }) => labelsInZpl(label, defaultMedia)));
    expect(sent.flat().map(({ barcodes, copies }) => [barcodes.join(), copies])).toEqual([
      [labelBarcode(2, 1), 3],
      [barcode, 1],
    ]);
    await page.getByRole("link", { name: "Clear Barcode" }).click();
    await expect(panelOf(page, "Harbour Boot 2")).toHaveCount(0);
    await expect(barcodeField(page)).toHaveValue("");
    await expect(barcodeField(page)).toBeFocused();
    await lineOf(page, "Harbour Boot 5")
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(lineOf(page, "Harbour Boot 5")).toHaveCount(0);
    await expect(barcodeField(page)).toBeFocused();
  });

  test("with the keyboard alone: scan, quantity, price, file", async ({ page, open }) => {
    await open();
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
    await expect(picture(page)).toHaveAttribute("aria-label", /\$49\.50/);
    await tabTo(has(preview(page).getByRole("button", { name: "Download label file" })));
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const labels = await labelsInZpl(await readFile(await file.path()), defaultMedia);
    expect(labels).toMatchObject([
      { barcodes: [barcode], copies: 1 },
      { barcodes: [labelBarcode(2, 3)], copies: 21 },
    ]);
  });
});
