import type { Request } from "@playwright/test";
import { printPrinterPath } from "#app/domains/labels/paths.ts";
import { expect } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import {
  barcodeField,
  bytesOf,
  clarks,
  line,
  readyWorkstation,
  spooledBytes,
  test,
  workstationOf,
} from "#tests/support/labelPage.ts";
import { scanWith, withoutPrintService } from "#tests/support/labels.ts";
import { expectToListen } from "#tests/support/screens.ts";
import { labelBarcode, replaceLabelProduct, repriced } from "#tests/support/upstream/labelProducts.ts";

const tag = "@scripting";

test("scans of a page that was left before their answer came are named once it is back, and none is printed twice", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  await signInUpstream("labels", `${clarks}?each=1`);
  await readyWorkstation(page);
  const [first = "", second = "", third = ""] = [1, 2, 3].map((product) => labelBarcode(product, 1));
  await scanWith(page, first);
  await expect.poll(() => spooledBytes(bridge)).toEqual([bytesOf(1, 1)]);
  // Not what the page still asks about the first one.
  const isSecond = (request: Request) => (request.postData() ?? "").includes(second);
  const scans = await hold(page, /\/printlabel\/batch/, isSecond);
  await scanWith(page, second);
  await scans.requested(1);
  await scanWith(page, third);
  await page.getByRole("link", { name: "Print stations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Print stations" })).toBeVisible();
  scans.letGo();
  await page.goBack();
  const missed = page.getByRole("status").filter({ hasText: "Not printed" }).getByRole("listitem");
  const left = "The page was left before an answer came";
  await expect(missed).toHaveText([new RegExp(`${second}: ${left}`), new RegExp(`${third}: ${left}`)]);
  const fourth = labelBarcode(4, 1);
  await scanWith(page, fourth);
  await expect.poll(() => spooledBytes(bridge)).toContain(bytesOf(4, 1));
  // The portal may have taken the one that was on its way, not the one that waited.
  expect(spooledBytes(bridge).filter((bytes) => bytes !== bytesOf(2, 1))).toEqual(
    [1, 4].map((product) => bytesOf(product, 1)),
  );
  expect(spooledBytes(bridge).filter((bytes) => bytes === bytesOf(2, 1)).length).toBeLessThan(2);
});

test("a scan that comes as soon as a printer is chosen is printed there [labels#scan]", { tag }, async ({
  page,
  signInUpstream,
  bridge,
}) => {
  await signInUpstream("labels", `${clarks}?each=1`);
  const { connected, printer } = workstationOf(page);
  await expect(connected).toBeVisible();
  await expect(printer.getByRole("option", { name: "Fake bench 1" })).toBeAttached();
  // In one task of the page: nothing that it has put off to another one comes between.
  await printer.evaluate(
    async (field, code) => {
      if (!(field instanceof HTMLSelectElement)) throw new Error("A printer is chosen from a list");
      field.value = "Fake bench 1";
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await Promise.resolve();
      const entry = document.querySelector<HTMLInputElement>("form.scan input[type=text]");
      entry?.focus();
      document.execCommand("insertText", false, code);
      entry?.form?.requestSubmit();
    },
    labelBarcode(1, 1),
  );
  await expect.poll(() => spooledBytes(bridge)).toEqual([bytesOf(1, 1)]);
});

test("what is scanned before printing has started waits for the printer of last time, and is printed once", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  await signInUpstream("labels", `${clarks}?each=1`);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith(printPrinterPath) && answer.status() === 204,
  );
  await readyWorkstation(page);
  await saved;
  const client = await hold(page, /assets\/qz-tray/);
  await page.reload();
  await client.requested(1);
  const asked = page.waitForResponse(/printlabel\/batch/);
  await scanWith(page, labelBarcode(1, 1));
  expect((await asked).status()).toBe(200);
  client.letGo();
  await expect.poll(() => spooledBytes(bridge)).toEqual([bytesOf(1, 1)]);
});

test("a printer whose choice was not saved as the page went away is still the tab's: a scan waits for it, and is printed once [labels#chosen]", {
  tag,
}, async ({ page, signInUpstream, bridge, allowConsole }) => {
  allowConsole(/ERR_FAILED .*\/print\/printer/);
  await page.route(`**${printPrinterPath}`, (route) => route.abort(), { times: 1 });
  await signInUpstream("labels", `${clarks}?each=1`);
  await readyWorkstation(page);
  const client = await hold(page, /assets\/qz-tray/);
  await page.reload();
  await client.requested(1);
  await scanWith(page, labelBarcode(1, 1));
  client.letGo();
  await expect.poll(() => spooledBytes(bridge)).toEqual([bytesOf(1, 1)]);
  await expect(page.getByText("Not printed")).toHaveCount(0);
});

test("a page asks for labels at the station that it prints for, also where its browser has become another workstation", {
  tag,
}, async ({ page, context, signInUpstream, bridge, allowConsole }) => {
  allowConsole(/status of 40[34]|NotSigned/);
  await signInUpstream("labels", `${clarks}?each=1`);
  await readyWorkstation(page);
  // As by two tabs that were a new browser's first.
  await context.clearCookies({ name: /workstation/ });
  const other = await context.newPage();
  await withoutPrintService(other);
  await other.goto(page.url());
  await scanWith(page, labelBarcode(1, 1));
  await expect(page.locator(".scanned-last")).toContainText("Not printed");
  await other.reload();
  await expect(other.getByText("0 labels scanned today")).toHaveCount(0);
  expect(bridge.spooled).toEqual([]);
});

test("'Print with every scan' at a station and its former price stay after a scan that was refused", {
  tag,
}, async ({ page, context, signInUpstream, bridge }) => {
  await signInUpstream("labels", `${clarks}/stations`);
  await page.getByLabel("Name").fill("Seam");
  await page.getByRole("button", { name: "Open the station" }).click();
  await page.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
  const id = /stations\/(\w+)\/work$/.exec(page.url())?.[1];
  const handheld = await context.newPage();
  await handheld.goto(`${page.url().replace(/\/stations.*/, "")}?station=${id}&each=1&was=RRP`);
  await expectToListen(handheld);
  await barcodeField(handheld).focus();
  for (const code of ["4711471147114", labelBarcode(2, 1), "93", labelBarcode(2, 2)])
    await scanWith(handheld, code);
  await expect.poll(() => bridge.spooled.length).toBe(2);
  for (const bytes of spooledBytes(bridge)) expect(bytes).toContain("^FDWas $99.95");
  await expect(handheld).toHaveURL(/each=1/);
  await expect(handheld).toHaveURL(/was=RRP/);
  const missed = handheld.getByRole("status").filter({ hasText: "Not printed" }).getByRole("listitem");
  await expect(missed).toHaveText([/4711471147114/, /^93: /]);
});

test("while labels wait for the print service, or for the portal, the bar that stays in sight says so, and they go on by themselves [labels#unsent]", {
  tag,
}, async ({ page, signInUpstream, bridge, fill, allowConsole }) => {
  allowConsole(/status of 503|WebSocket/);
  await fill(...[1, 2, 3].map((size) => line(labelBarcode(2, size))));
  await signInUpstream("labels", `${clarks}?gather=1`);
  const { queue, printAll } = await readyWorkstation(page);
  let open: () => void = () => undefined;
  bridge.meet({ kind: "late", afterMs: 0 }, { kind: "held", until: new Promise<void>((go) => (open = go)) });
  await printAll.click();
  await expect(queue).toContainText("1 of 3 labels sent.");
  await page.route("**/turn", (route) => route.fulfill({ status: 503, body: "" }));
  open();
  await expect(queue).toContainText("The portal does not answer.");
  await bridge.stop();
  await page.unroute("**/turn");
  await expect(queue).toContainText("The connection to the print service was lost");
  await bridge.start();
  await expect(queue).toContainText("3 of 3 labels sent.");
  expect(spooledBytes(bridge)).toEqual([1, 2, 3].map((size) => bytesOf(2, size)));
});

test("what can't be printed as it is is told on the last label", {
  tag,
}, async ({ page, stack, signInUpstream, bridge: _bridge }) => {
  replaceLabelProduct(stack.upstream, {
    ...repriced(2, 59.95, "Clarks Web"),
    ProductAttributes: { styleName: "Kakushō Boot", sizing: "AU Womens" },
  });
  await signInUpstream("labels", `${clarks}?each=1`);
  await readyWorkstation(page);
  await scanWith(page, labelBarcode(2, 1));
  const last = page.locator(".scanned-last");
  await expect(last).toContainText("The printer does not have every character: 'ō' by 'o'.");
});
