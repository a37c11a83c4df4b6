import { expect } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import {
  barcode,
  barcodeField,
  batchOf,
  clarks,
  filters,
  line,
  lineOf,
  lineQuantity,
  other,
  panelOf,
  pasteInto,
  picture,
  price,
  quantity,
  said,
  test,
} from "#tests/support/labelPage.ts";
import { scanWith, withoutPrintService } from "#tests/support/labels.ts";
import { labelBarcode } from "#tests/support/upstream/labelProducts.ts";

/** What a scan asks the portal. */
const data = /\/printlabel(\.data|\/batch)/;

test.beforeEach(({ page }) => withoutPrintService(page));

test.describe("while somebody scans", { tag: "@scripting" }, () => {
  test("digits only, 13 at most: other keys and pastes do nothing, and nothing is cut [labels#barcode]", async ({
    page,
    open,
  }) => {
    await open();
    await page.keyboard.type("9x3-1");
    await expect(barcodeField(page)).toHaveValue("931");
    await page.keyboard.press("Home");
    await page.keyboard.type("x1");
    await expect(barcodeField(page)).toHaveValue("1931");
    const paste = (text: string) => pasteInto(barcodeField(page), text);
    await barcodeField(page).fill("");
    await paste("93 0012-4 ");
    await expect(barcodeField(page), "as codes are written down").toHaveValue("9300124");
    await barcodeField(page).fill("");
    for (const code of ["12345678901234", "ABC-930012"]) {
      await paste(code);
      await expect(said(page)).toContainText("digits only, 13 at most");
      await expect(barcodeField(page)).toHaveValue("");
    }
  });

  test("a code of 14 digits is refused in words, whatever field it arrives in", async ({ page, open }) => {
    await open("?each=1");
    const refused = `digits only, 13 at most: '${barcode}4' is not one.`;
    const missed = page.getByRole("status").filter({ hasText: "Not printed" });
    const brand = filters(page).getByLabel("Brand");
    for (const field of [barcodeField(page), brand]) {
      await field.focus();
      await scanWith(page, `${barcode}4`);
      // First, since it names the code that arrived.
      await expect(missed.getByRole("listitem")).toHaveText([new RegExp(refused)]);
      await expect(said(page)).toContainText(refused);
      await expect(field).toHaveValue("");
      await missed.getByRole("button", { name: "Dismiss" }).click();
    }
    await page.keyboard.type("ABC");
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("13 at most: 'ABC' is not one.");
    // Some scanners send a second Enter.
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/each=1$/);
    await scanWith(page, other);
    await expect(page).toHaveURL(new RegExp(`barcode=${other}`));
  });

  test("a scan that finds nothing sounds, by a recording that the page may play", async ({ page, open }) => {
    await page.addInitScript(() => {
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = async function () {
        await play.call(this);
        document.documentElement.dataset.played = new URL(this.src).pathname;
      };
    });
    await open();
    await scanWith(page, "4711471147114");
    await expect(page.locator("html")).toHaveAttribute("data-played", "/sounds/wrong.wav");
    await scanWith(page, barcode);
    await expect(page.locator("html")).toHaveAttribute("data-played", "/sounds/right.wav");
  });

  for (const mode of ["gather", "each"]) {
    test(`a page that arrives while the next code is typed leaves the field alone (${mode})${mode === "each" ? " [labels#scan]" : ""}`, async ({
      page,
      open,
    }) => {
      await open(`?${mode}=1`);
      const requests: string[] = [];
      page.on("request", (request) => {
        const sent = /name="scan"\s+(\d+)/.exec(request.postData() ?? "")?.[1];
        const code = sent ?? new URL(request.url()).searchParams.get("barcode");
        if (data.test(request.url()) && code) requests.push(code);
      });
      const pages = await hold(page, data);
      await scanWith(page, barcode);
      await pages.requested(1);
      await scanWith(page, other);
      await page.keyboard.type(other);
      pages.letGo();
      await expect.poll(() => requests).toEqual([barcode, other]);
      await expect(barcodeField(page)).toHaveAttribute("placeholder", other);
      await expect(barcodeField(page)).toHaveValue(other);
      await page.keyboard.press("Enter");
      await expect.poll(() => requests).toEqual([barcode, other, other]);
    });
  }

  test("among quick scans into a batch, an unknown one is still reported", async ({ page, open }) => {
    await open("?gather=1");
    for (const code of [barcode, "4711471147114", other]) await scanWith(page, code);
    await expect(batchOf(page)).toContainText("2 labels of 2 barcodes");
    const missed = page.getByRole("status").filter({ hasText: "Not in the batch" });
    await expect(missed).toContainText("4711471147114: No record found for this Barcode!");
    await missed.getByRole("button", { name: "Dismiss" }).click();
    await expect(missed).toBeHidden();
    await expect(barcodeField(page)).toBeFocused();
  });

  test("nothing is printed of the product before while a scan is looked up", async ({
    page,
    signInUpstream,
    bridge,
  }) => {
    await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
    await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
    const print = page.getByRole("button", { name: "Print Barcode" });
    await expect(print).not.toHaveAttribute("aria-disabled");
    const pages = await hold(page, /\/printlabel\.data/);
    await scanWith(page, other);
    await pages.requested(1);
    await expect(print).toHaveAccessibleDescription("The product is being looked up.");
    await expect(print).toHaveAttribute("aria-disabled", "true");
    await print.dispatchEvent("click");
    pages.letGo();
    await expect(print).not.toHaveAttribute("aria-disabled");
    await print.click();
    await expect.poll(() => bridge.spooled.length).toBe(1);
    expect(bridge.spooled[0]?.data.toString()).toContain(other.slice(0, 12));
  });

  test("rapid scans into the batch are all taken, in order, while one is looked up", async ({
    page,
    open,
  }) => {
    await open("?gather=1");
    const pages = await hold(page, data);
    const codes = [1, 2, 3, 1, 4, 1].map((product) => labelBarcode(product, 1));
    await scanWith(page, codes[0] ?? "");
    await pages.requested(1);
    for (const code of codes.slice(1)) await scanWith(page, code);
    pages.letGo();
    await expect(batchOf(page)).toContainText("6 labels of 4 barcodes");
    await expect(batchOf(page).locator(".batch-name")).toHaveText([
      "Harbour Boot 4",
      "Harbour Boot 3",
      "Harbour Boot 2",
      "Harbour Boot 1",
    ]);
    await expect(lineQuantity(page, "Harbour Boot 1")).toHaveValue("3");
    await expect(barcodeField(page)).toBeFocused();
  });

  test("a link that is followed while a scan is looked up loses no scan", async ({ page, open, fill }) => {
    await fill(line(other));
    await open("?gather=1");
    const pages = await hold(page, data);
    await scanWith(page, barcode);
    await pages.requested(1);
    await page.getByRole("link", { name: /^Quantities of Harbour Boot 3 / }).click();
    pages.letGo();
    await expect(batchOf(page)).toContainText("2 labels of 2 barcodes");
    await expect(lineOf(page, "Harbour Boot 2")).toBeVisible();
  });

  test("input during a scan's lookup is kept, and the next scan starts from it", async ({
    page,
    open,
    fill,
  }) => {
    await fill(line(other));
    await open("?gather=1");
    const pages = await hold(page, data);
    await scanWith(page, barcode);
    await pages.requested(1);
    await scanWith(page, labelBarcode(3, 1));
    await lineQuantity(page, "Harbour Boot 5").fill("12");
    await lineOf(page, "Harbour Boot 5")
      .getByLabel(/^Price/)
      .fill("20");
    pages.letGo();
    await expect(batchOf(page)).toContainText("14 labels of 3 barcodes");
    await expect(lineQuantity(page, "Harbour Boot 5")).toHaveValue("12");
    await expect(page.getByRole("status").filter({ hasText: "changed" })).toHaveCount(0);
    await page.reload();
    await expect(batchOf(page)).toContainText("14 labels of 3 barcodes");
    await expect(lineOf(page, "Harbour Boot 5").getByLabel(/^Price/)).toHaveValue("20");
  });

  test("a burst of typing loses nothing while a line is being removed", async ({
    page,
    clock,
    open,
    fill,
  }) => {
    await fill(line(other), line(barcode));
    await open("?gather=1");
    await clock.install();
    const changes = await hold(page, /\/printlabel\/batch/);
    await lineOf(page, "Harbour Boot 2").getByRole("button").click();
    await changes.requested(1);
    await lineQuantity(page, "Harbour Boot 5").fill("123");
    await clock.runFor(400);
    await expect(lineQuantity(page, "Harbour Boot 5")).toHaveValue("123");
    changes.letGo();
    await expect(lineOf(page, "Harbour Boot 2")).toHaveCount(0);
    await clock.runFor(400);
    await expect(lineQuantity(page, "Harbour Boot 5")).toHaveValue("123");
    // A held route would lose what a page sends as it is left.
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await expect(batchOf(page)).toContainText("123 labels of 1 barcode");
    // Another page, before the pause after typing is over.
    await lineQuantity(page, "Harbour Boot 5").fill("45");
    await page.getByRole("link", { name: "Wrong labels" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Wrong labels" })).toBeVisible();
    await page.goBack();
    await expect(batchOf(page)).toContainText("45 labels of 1 barcode");
    // What a page sends as it is left arrives late, or never.
    await page.route(/\/printlabel\/batch/, (route) =>
      route.request().resourceType() === "ping" ? route.abort() : route.continue(),
    );
    await lineQuantity(page, "Harbour Boot 5").fill("67");
    await page.reload();
    await expect(batchOf(page)).toContainText("67 labels of 1 barcode");
  });

  test("input before hydration counts", async ({ page, signInUpstream, stack }) => {
    await signInUpstream("labels", clarks);
    const scripts = await hold(page, /\/assets\/.*\.js/);
    await page.goto(`${stack.portal.url}${clarks}?barcode=${barcode}`, { waitUntil: "commit" });
    await quantity(page, "8").fill("4");
    await price(page).fill("12.3");
    scripts.letGo();
    await expect(page).toHaveURL(/n\.22=4/);
    await expect(picture(page)).toHaveAttribute("aria-label", /\$12\.30/);
    await expect(quantity(page, "8")).toHaveValue("4");
    await expect(price(page)).toHaveValue("12.3");
  });

  test("keys and pastes that are no price and no quantity do nothing, in the product, the table's rows and the batch [labels#price-entry, labels#quantity]", async ({
    page,
    open,
  }) => {
    await open();
    await page.getByRole("link", { name: /^Quantities of Harbour Boot 3 / }).click();
    const rows = page.getByRole("region", { name: /^Labels of Harbour Boot 3 / });
    await expect(rows).toBeVisible();
    /** The field's value after typing, and after pasting over it. */
    const enter = async (field: ReturnType<typeof price>, typed: string, pastes: string[]) => {
      await field.fill("");
      await field.pressSequentially(typed, { delay: 200 });
      const after = await field.inputValue();
      await field.selectText();
      for (const text of pastes) await pasteInto(field, text);
      return [after, await field.inputValue()];
    };
    const takesPrices = async (field: ReturnType<typeof price>) =>
      expect(await enter(field, "x5a9.9-x9", ["$7", "1,2", " 12.34"])).toEqual(["59.99", "12.34"]);
    const takesQuantities = async (field: ReturnType<typeof price>) =>
      expect(await enter(field, "1-2a3x4", ["12.34", "-5", "45 "])).toEqual(["1234", "45"]);
    await takesPrices(rows.getByLabel(/^Price/));
    await takesQuantities(
      rows.getByRole("group", { name: "Quantity per size" }).getByRole("textbox").first(),
    );
    await scanWith(page, barcode);
    await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
    await takesPrices(price(page));
    await takesQuantities(quantity(page, "8"));
    await takesPrices(
      batchOf(page)
        .getByLabel(/^Price/)
        .first(),
    );
    await takesQuantities(
      batchOf(page)
        .getByLabel(/^Quantity/)
        .first(),
    );
  });

  test("a press right after typing is not overtaken by the typed input", async ({ page, open }) => {
    await open(`?barcode=${other}`);
    await quantity(page, "8").fill("2");
    // A slow machine has not rendered the press when the pause after typing is over.
    await page.getByRole("switch", { name: "Gather a batch" }).evaluate((gather: HTMLElement) => {
      gather.click();
      const end = performance.now() + 600;
      while (performance.now() < end);
    });
    await expect(batchOf(page)).toBeVisible();
    await scanWith(page, barcode);
    await expect(batchOf(page)).toContainText("1 label of 1 barcode");
  });

  test("a scan is taken from a link with its prefix, from a quantity however it ends, and with Tab; a slow one is refused whole [labels#scan-keys]", async ({
    page,
    open,
    fill,
  }) => {
    await fill(line(other, 2));
    await open("?gather=1");
    const stations = page.getByRole("link", { name: "Print stations" });
    await stations.focus();
    await scanWith(page, `AB${barcode}`);
    await expect(said(page)).toContainText(`'AB${barcode}' is not one.`);
    await expect(barcodeField(page)).toBeFocused();
    await stations.focus();
    await scanWith(page, barcode, "Tab");
    await scanWith(page, labelBarcode(3, 1), "Tab");
    await expect(batchOf(page)).toContainText("4 labels of 3 barcodes");
    const boots = lineQuantity(page, "Harbour Boot 5");
    await boots.focus();
    await scanWith(page, labelBarcode(4, 1), "Tab");
    await expect(batchOf(page)).toContainText("5 labels of 4 barcodes");
    await boots.focus();
    await scanWith(page, labelBarcode(4, 1), "nothing");
    await expect(boots).toHaveValue("2");
    await expect(barcodeField(page)).toHaveValue(labelBarcode(4, 1));
    await page.keyboard.press("Enter");
    await expect(batchOf(page)).toContainText("6 labels of 4 barcodes");
    await boots.selectText();
    await boots.pressSequentially(barcode, { delay: 200 });
    await expect(boots).toHaveValue(barcode);
    await expect(lineOf(page, "Harbour Boot 5")).toContainText("Scan barcodes into 'Barcode'");
  });

  test("a scan that lands in another field is taken, and the field gets its text back", async ({
    page,
    open,
  }) => {
    await open(`?barcode=${other}`);
    await price(page).focus();
    await page.keyboard.press("End");
    await scanWith(page, barcode);
    await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
    await expect(price(page)).toHaveValue("59.95");
    await expect(barcodeField(page)).toBeFocused();
    await expect(page).not.toHaveURL(/price=/);
    await quantity(page, "8").fill("2");
    await quantity(page, "8").focus();
    await page.getByRole("switch", { name: "Gather a batch" }).click();
    await expect(batchOf(page)).toBeVisible();
    await quantity(page, "8").focus();
    await scanWith(page, barcode);
    await expect(batchOf(page)).toContainText("1 label of 1 barcode");
    await lineQuantity(page, "Harbour Boot 2").focus();
    await scanWith(page, other);
    await expect(batchOf(page)).toContainText("2 labels of 2 barcodes");
    await expect(lineQuantity(page, "Harbour Boot 2")).toHaveValue("1");
  });

  test("a scan ends the typing of a filter, which would lead away from its product", async ({
    page,
    clock,
    open,
  }) => {
    await open();
    // The fake clock also dates key presses: while it is stopped, none of them is late.
    await clock.install();
    await clock.pauseAt(Date.now() + 10_000);
    await filters(page).getByLabel("Product name").fill("Harbour Boot 1");
    await scanWith(page, barcode);
    await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
    await clock.runFor(1000);
    await expect(page).toHaveURL(new RegExp(`barcode=${barcode}$`));
    await expect(filters(page).getByLabel("Product name")).toHaveValue("");
    await expect(panelOf(page, "Harbour Boot 2")).toBeVisible();
  });
});
