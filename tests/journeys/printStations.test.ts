import { chromium, type Page } from "@playwright/test";
import { chromiumOptions } from "#tests/support/chromium.ts";
import { bridgeNoise } from "#tests/support/fakeBridge.ts";
import { expect } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { bytesOf, seededProduct, spooledBytes, test } from "#tests/support/labelBench.ts";
import { scanWith } from "#tests/support/labels.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

// One print service, at the real one's port: one journey at a time.
test.describe.configure({ mode: "default" });

const tag = "@scripting";
const stations = "/store/CLK/printlabel/stations";
const shirt = seededProduct("Clarks Web", 8);
const works = "Ready for the station's labels.";

const choosePrinter = (page: Page) =>
  page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");

/** Opens a station here and has its page work with the first printer. */
async function openStation(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Open the station" }).click();
  await choosePrinter(page);
  await expect(page.getByText(works)).toBeVisible();
  return page.url().replace(/\/work$/, "");
}

test("a device without scripting prints twenty labels at a station whose browser is killed at the tenth", {
  tag,
}, async ({ page: next, browser, context, signIn, bridge, baseURL }) => {
  // For twenty seconds the other browser can't know that the one before it is gone.
  test.setTimeout(90_000);
  await signIn("labels", stations);
  const origin = baseURL === undefined ? {} : { baseURL };
  const cookies = await context.cookies();
  const mortal = await chromium.launchServer(chromiumOptions());
  const bench = await (await chromium.connect(mortal.wsEndpoint())).newContext(origin);
  await bench.addCookies(cookies);
  const page = await bench.newPage();
  await page.goto(stations);
  const station = await openStation(page, `Dock ${Date.now()}`);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    ...origin,
  });
  await plain.addCookies(cookies);
  const handheld = await plain.newPage();
  await handheld.goto(`${station}/scan?each=1`);

  const codes = Array.from({ length: 20 }, (_, at) => shirt.sizes[at % shirt.sizes.length]?.barcode ?? "");
  // As a scanner does it: the focus is in the field already.
  const scan = async (code: string) => {
    await expect(handheld.locator("#station-barcode")).toBeFocused();
    await handheld.keyboard.type(code);
    await Promise.all([handheld.waitForEvent("load"), handheld.keyboard.press("Enter")]);
  };
  // The tenth label comes out, and the print service never says so.
  const quick = { kind: "late", afterMs: 0 } as const;
  bridge.meet(...Array.from({ length: 9 }, () => quick), { kind: "hang", spooled: true });
  for (const code of codes.slice(0, 14)) await scan(code);
  await expect.poll(() => bridge.spooled.length).toBe(10);
  await mortal.kill();
  for (const code of codes.slice(14)) await scan(code);

  await next.goto(`${station}/work`);
  await choosePrinter(next);
  await expect.poll(() => bridge.spooled.length, { timeout: 40_000 }).toBe(20);
  expect(spooledBytes(bridge)).toEqual(
    codes.map((_, at) => bytesOf(shirt.labelOf(at % shirt.sizes.length), "ZPL")),
  );

  // The tenth may have been printed: it is not sent again, and a person says what is seen.
  await handheld.goto(station);
  await expect(handheld.getByText("1 label may have been printed.")).toBeVisible();
  await handheld.getByRole("button", { name: /^It came out/ }).click();
  await expect(handheld.getByText("1 label may have been printed.")).toHaveCount(0);
  expect(bridge.spooled).toHaveLength(20);
  await plain.close();
});

test("scans that come before the last answer are each printed as they were scanned [labels#scan]", {
  tag,
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(bridgeNoise);
  allowConsole(/status of 400/);
  await signIn("labels", stations);
  await page.getByLabel("Name").fill(`Till ${Date.now()}`);
  await page.getByRole("button", { name: "Open the station" }).click();
  await expect(page).toHaveURL(/\/work$/);
  const station = page.url().replace(/\/work$/, "");
  await page.goto(`${station}/scan?each=1`);
  const field = page.getByLabel("Barcode", { exact: true });
  await expect(field).toBeFocused();
  const [first, second, third] = shirt.sizes.map((size) => size.barcode);
  const answers = await hold(page, /\/scan\.data/);
  await scanWith(page, `${first}`);
  await answers.asked(1);
  for (const code of [`${second}`, "4711471147114", `${second}4`]) await scanWith(page, code);
  await page.keyboard.type(`${third}`);
  answers.letGo();
  await expect(page.getByText("2 labels wait")).toBeVisible();
  await expect(page.getByText(`'${second}4' is not one.`)).toBeVisible();
  await expect(field, "the answers left the next scan alone").toHaveValue(`${third}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 labels wait")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeVisible();
  await page.goto(station);
  const titles = [0, 1, 2].map((size) => new RegExp(shirt.titleOf(size)));
  await expect(page.locator("tbody tr")).toHaveText(titles);
});

test("a station's page that is answered with a failure once goes on showing what is new", { tag }, async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(bridgeNoise);
  allowConsole(/status of 503/);
  await signIn("labels", stations);
  await page.getByLabel("Name").fill(`Rack ${Date.now()}`);
  await page.getByRole("button", { name: "Open the station" }).click();
  await expect(page).toHaveURL(/\/work$/);
  const station = page.url().replace(/\/work$/, "");
  // As long as the record store is away.
  const failed = page.waitForResponse((answer) => answer.status() === 503);
  await page.route("**/live?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.goto(station);
  await failed;
  const scanner = await context.newPage();
  await scanner.goto(`${station}/scan?barcode=${shirt.sizes[0]?.barcode}`);
  await scanner.getByRole("button", { name: /^Print at/ }).click();
  await expect(page.getByText(/^1 label waits here/).first()).toBeVisible();
});

test("a station, its queue and its scanning screen shut nobody out, and fit a phone", { tag }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(bridgeNoise);
  await signIn("labels", stations);
  await page.getByLabel("Name").fill(`Shelf ${Date.now()}`);
  await page.getByRole("button", { name: "Open the station" }).click();
  await expect(page.getByText("This page prints for the station")).toBeVisible();
  await expectNoViolations(page);
  await expectToFitPhones(page, "working");
  const station = page.url().replace(/\/work$/, "");
  const barcode = shirt.sizes[0]?.barcode ?? "";
  await page.goto(`${station}/scan?barcode=${barcode}`);
  const print = page.getByRole("button", { name: /^Print at/ });
  await expect(print).toBeVisible();
  await expectNoViolations(page);
  await expectToFitPhones(page, "scanning");
  // The field, the scan and the button stand in one screen of the smallest handheld.
  await page.setViewportSize({ width: 320, height: 480 });
  await expect(print).toBeInViewport();
  await expect(page.locator("#station-barcode")).toBeInViewport();
  await print.click();
  await expect(page.getByText(/handed to Shelf/)).toBeVisible();
  for (const at of [station, stations, `${stations}/print?labels=batch&gather=1&b.${barcode}=2`]) {
    await page.goto(at);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoViolations(page);
    await expectToFitPhones(page, at);
  }
});
