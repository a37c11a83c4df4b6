import { chromium, type Page } from "@playwright/test";
import { chromiumOptions } from "#tests/support/chromium.ts";
import { expect } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { barcodeField, bytesOf, scan, spooledBytes, test, titleOf } from "#tests/support/labelPage.ts";
import { scanWith, withoutPrintService, withPrintService } from "#tests/support/labels.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";
import { labelBarcode } from "#tests/support/upstream/labelProducts.ts";

const tag = "@scripting";
const stations = "/store/CLK/printlabel/stations";

/** Opens a station on a page of its list; resolves to the station's URL. */
async function openStation(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Open the station" }).click();
  await expect(page.getByText("This page prints for the station")).toBeVisible();
  return page.url().replace(/\/work$/, "");
}

/** Print Label of a station. */
const labelsOf = (station: string) => station.replace(/\/stations\/([^/]+)$/, "?station=$1");

const choosePrinter = (page: Page) =>
  page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");

test("a workstation's page prints the labels that another device sends to its station from one small screen [labels#stations, labels#station-scan]", {
  tag,
}, async ({ page, context, signInUpstream, bridge }) => {
  await signInUpstream("labels", stations);
  const station = await openStation(page, "Rack");
  await choosePrinter(page);
  const handheld = await context.newPage();
  await handheld.setViewportSize({ width: 320, height: 480 });
  await handheld.goto(`${labelsOf(station)}&barcode=${labelBarcode(2, 2)}`);
  const print = handheld.getByRole("button", { name: /^Print at/ });
  for (const part of [print, barcodeField(handheld)]) await expect(part).toBeInViewport();
  await print.click();
  await expect(handheld.getByText(/handed to Rack/)).toBeVisible();
  await expect.poll(() => spooledBytes(bridge)).toEqual([bytesOf(2, 2)]);
});

test("scans that come before the last answer are each printed as they were scanned [labels#scan]", {
  tag,
}, async ({ page, signInUpstream, allowConsole }) => {
  allowConsole(/status of 400/);
  await withoutPrintService(page);
  await signInUpstream("labels", stations);
  const station = await openStation(page, "Till");
  await page.goto(`${labelsOf(station)}&each=1`);
  const field = barcodeField(page);
  await expect(field).toBeFocused();
  const [first = "", second = "", third = ""] = [1, 2, 3].map((size) => labelBarcode(2, size));
  const answers = await hold(page, /\/printlabel\/batch/);
  await scanWith(page, first);
  await answers.requested(1);
  for (const code of [second, "4711471147114", `${second}4`]) await scanWith(page, code);
  await page.keyboard.type(third);
  answers.letGo();
  await expect(page.getByText("2 labels wait")).toBeVisible();
  const missed = page.getByRole("listitem").filter({ hasText: `'${second}4' is not one.` });
  await expect(missed, "a scan without a label is listed").toBeVisible();
  await expect(field, "the answers left the next scan alone").toHaveValue(third);
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 labels wait")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeVisible();
  await page.goto(station);
  const titles = [1, 2, 3].map((size) => new RegExp(titleOf(2, size)));
  await expect(page.getByRole("list", { name: "Labels of Till" }).getByRole("listitem")).toHaveText(titles);
});

test("a station's pages are accessible, fit a phone, and follow the queue through a failure", {
  tag,
}, async ({ page, context, signInUpstream, stack, allowConsole }) => {
  allowConsole(/status of 503/);
  await withoutPrintService(page);
  await signInUpstream("labels", stations);
  const station = await openStation(page, "Shelf");
  const scanning = `${labelsOf(station)}&barcode=${labelBarcode(2, 2)}`;
  for (const at of [`${station}/work`, scanning, station, stack.portal.url + stations]) {
    await page.goto(at);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoViolations(page);
    await expectToFitPhones(page, at);
  }
  // As during an outage of the record store.
  const failed = page.waitForResponse((answer) => answer.status() === 503);
  await page.route("**/turn?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.goto(station);
  await failed;
  const handheld = await context.newPage();
  await handheld.goto(scanning);
  await handheld.getByRole("button", { name: /^Print at/ }).click();
  await expect(page.getByText(/^1 label waits here/).first()).toBeVisible();
});

test("a device without scripting prints at a station whose browser is killed: no label is lost, none is printed twice", {
  tag,
}, async ({ page: next, browser, context, signInUpstream, bridge }) => {
  // For twenty seconds the other browser can't know that the first one has closed.
  await signInUpstream("labels", stations);
  const list = next.url();
  const cookies = await context.cookies();
  const crashing = await chromium.launchServer(chromiumOptions());
  const workstation = await (await chromium.connect(crashing.wsEndpoint())).newContext();
  await workstation.addCookies(cookies);
  const page = await workstation.newPage();
  await withPrintService(page, bridge.port);
  await page.goto(list);
  const station = await openStation(page, "Dock");
  await choosePrinter(page);
  await expect(page.getByText("Ready for the station's labels.")).toBeVisible();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const handheld = await plain.newPage();
  await handheld.goto(`${labelsOf(station)}&each=1`);

  const products = Array.from({ length: 8 }, (_, index) => index + 1);
  // Like a scanner: the field already has the focus.
  const print = async (product: number) => {
    await expect(barcodeField(handheld)).toBeFocused();
    await Promise.all([handheld.waitForEvent("load"), scan(handheld, labelBarcode(product, 1))]);
  };
  // The fourth label is printed, and the print service never reports it.
  const quick = { kind: "late", afterMs: 0 } as const;
  bridge.meet(quick, quick, quick, { kind: "hang", spooled: true });
  for (const product of products.slice(0, 6)) await print(product);
  await expect.poll(() => bridge.spooled.length).toBe(4);
  await crashing.kill();
  for (const product of products.slice(6)) await print(product);

  await next.goto(`${station}/work`);
  await choosePrinter(next);
  await expect.poll(() => bridge.spooled.length, { timeout: 40_000 }).toBe(8);
  expect(spooledBytes(bridge)).toEqual(products.map((product) => bytesOf(product, 1)));

  // The fourth may have been printed: it is not resent, and a person decides.
  await handheld.goto(station);
  await handheld.getByRole("button", { name: /^It came out/ }).click();
  await expect(handheld.getByText("1 label may have been printed.")).toHaveCount(0);
  expect(bridge.spooled).toHaveLength(8);
  await plain.close();
});
