import { chromium, type Page } from "@playwright/test";
import { patience } from "#scripts/patience.mjs";
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

test("a workstation's page prints the labels that another device sends to its station from one small screen", {
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

test("scans that come before the last answer are each printed as they were scanned", {
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

/** Labels of the run of three handhelds; more of them by this environment variable. */
const labelsEach = Math.ceil(Number(process.env.STATION_LABELS ?? 30) / 3);
const [killedAfter, frozenAfter] = [Math.floor(labelsEach * 0.6), Math.floor(labelsEach * 1.1)];
/** For twenty seconds nobody can know that a browser has closed, or that a print service has stopped. */
const outage = { timeout: patience(60_000) };

test("three handhelds without scripting print at one printer: a workstation is killed, its print service freezes, and no label is lost or printed twice", {
  tag,
}, async ({ page: next, browser, context, signInUpstream, bridge }) => {
  test.setTimeout(patience(240_000 + labelsEach * 3_000));
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
  await next.goto(`${station}/work`);
  await choosePrinter(next);
  await expect(next.getByText("Another page works at this station.")).toBeVisible();

  // The last label before the kill, and the last one before the freeze, are printed, and never reported.
  const silentAfter = (count: number) => [
    ...Array.from({ length: count - 1 }, () => ({ kind: "late", afterMs: 0 }) as const),
    { kind: "hang", spooled: true } as const,
  ];
  bridge.meet(...silentAfter(killedAfter), ...silentAfter(frozenAfter - killedAfter));
  const plain = await browser.newContext({
    ...{ javaScriptEnabled: false, viewport: { width: 320, height: 480 } },
  });
  await plain.addCookies(cookies);
  const asked: string[] = [];
  const titles = new Map<string, string>();
  async function scanAll(handheld: number) {
    const device = await plain.newPage();
    await device.goto(`${labelsOf(station)}&each=1`);
    for (let index = 0; index < labelsEach; index += 1) {
      const [product, size] = [handheld * 8 + (index % 8) + 1, (index % 3) + 1];
      titles.set(bytesOf(product, size), titleOf(product, size));
      // Like a scanner: the field already has the focus.
      await expect(barcodeField(device)).toBeFocused();
      await Promise.all([device.waitForEvent("load"), scan(device, labelBarcode(product, size))]);
      asked.push(titleOf(product, size));
    }
  }
  const printed = () => spooledBytes(bridge).map((bytes) => titles.get(bytes) ?? bytes);
  const scanning = Promise.all([0, 1, 2].map(scanAll));
  await expect.poll(() => bridge.spooled.length, outage).toBe(killedAfter);
  await crashing.kill();
  await expect.poll(() => bridge.spooled.length, outage).toBe(frozenAfter);
  bridge.freeze();
  // Above the list, and in it as soon as that follows.
  await expect(next.getByText("The print service did not answer.").first()).toBeVisible(outage);
  bridge.drop();
  await scanning;
  const handheld = await plain.newPage();
  await expect(async () => {
    await handheld.goto(station);
    expect(await handheld.getByText(/^0 labels wait here/).isVisible()).toBe(true);
    expect(await handheld.getByText("Sending", { exact: true }).count()).toBe(0);
  }).toPass(outage);

  // What may have been printed is named and not sent again.
  const silent = [killedAfter, frozenAfter].map((count) => printed()[count - 1] ?? "");
  const doubtful = handheld.getByRole("listitem").filter({ hasText: "May have been printed" });
  await expect(doubtful).toHaveText(silent.map((title) => new RegExp(title)));
  for (const _label of silent)
    await doubtful
      .getByRole("button", { name: /^It came out/ })
      .first()
      .click();
  await expect(doubtful).toHaveCount(0);
  await expect.poll(() => printed().sort(), outage).toEqual(asked.sort());
  await plain.close();
});
