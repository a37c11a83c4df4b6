import type { Page } from "@playwright/test";
import { bridgeNoise, type Mishap } from "#tests/support/fakeBridge.ts";
import { expect } from "#tests/support/fixtures.ts";
import {
  benchOf,
  bytesOf,
  denyLocalNetwork,
  seededProduct,
  spooledBytes,
  test,
} from "#tests/support/labelBench.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

// One print service, at the real one's port: one journey at a time.
test.describe.configure({ mode: "default" });

const clarks = "/store/CLK/printlabel";
const reebok = "/store/RBK/printlabel";
const tag = "@scripting";
const shirt = seededProduct("Clarks Web", 8);
const shoe = seededProduct("REEBOK WEB", 8);
const barcodeOf = (size: number) => shirt.sizes[size]?.barcode ?? "";
const shirtAt = (size: number) => `${clarks}?barcode=${barcodeOf(size)}`;

/** A batch of labels of one size each, in this order. */
const batchOf = (...sizes: number[]) =>
  `${clarks}?gather=1&${sizes.map((size) => `b.${barcodeOf(size)}=1`).join("&")}`;
const labelsOf = (...sizes: number[]) => sizes.map((size) => bytesOf(shirt.labelOf(size), "ZPL"));

async function ready(page: Page) {
  const bench = benchOf(page);
  await expect(bench.connected).toBeVisible();
  await bench.choose("Fake bench 1");
  return bench;
}

/** A queue that is finished says so; nothing on the page claims that a label was printed. */
async function expectSent(page: Page, summary: string) {
  await expect(benchOf(page).summary).toHaveText(summary);
  await expect(page.getByText(/\bprinted\b/i)).toHaveCount(0);
}

function gate() {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held: { kind: "held", until } satisfies Mishap, open: () => open() };
}

test("what the own printer was sent is remembered, and so is that it is right", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  const other = seededProduct("Clarks Web", 9);
  const code = other.sizes[0]?.barcode ?? "";
  await signIn("labels", `${clarks}?barcode=${code}`);
  const { printBarcode } = await ready(page);
  const told = page.waitForResponse(/\/printlabel\/printed$/);
  await printBarcode.click();
  expect((await told).status()).toBe(204);
  expect(bridge.spooled).toHaveLength(1);
  await page.goto(`${clarks}/wrong?find=${code}`);
  await expect(page.getByText("No label is wrong: the one there is was checked just now.")).toBeVisible();
});

test("the workstation's label printers are listed, and the choices are remembered", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", shirtAt(0));
  const { printer, language, connected, choose, printBarcode, summary } = benchOf(page);
  await expect(connected).toBeVisible();
  await expect(printer.getByRole("option")).toHaveText([
    "Choose a printer",
    "Fake bench 1",
    "Fake bench 2",
    "Fake Zebra without a driver",
  ]);
  await expect(printBarcode).toHaveAttribute("aria-disabled", "true");
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith("/printlabel/settings"));
  const chosen = kept();
  await choose("Fake bench 2");
  await chosen;
  await expect(page.getByText("Language: EPL, by driver")).toBeVisible();
  await page.reload();
  await expect(printer).toHaveValue("Fake bench 2");
  await expect(language).toHaveValue("");
  await printBarcode.click();
  await expect(summary).toHaveText("1 of 1 label sent.");

  const overridden = kept();
  await page.getByText("Language: EPL, by driver").click();
  await language.selectOption("ZPL");
  await overridden;
  await page.reload();
  await expect(page.getByText("Language: ZPL, as chosen")).toBeVisible();
  await printBarcode.click();
  await expect(summary).toHaveText("1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual([bytesOf(shirt.labelOf(0), "EPL"), bytesOf(shirt.labelOf(0), "ZPL")]);
  expect(bridge.spooled.map((job) => job.printer)).toEqual(["Fake bench 2", "Fake bench 2"]);
});

test("a scan and Print Barcode: exactly the label's commands, with the language's own quantity", {
  tag,
}, async ({ page, signIn, bridge }) => {
  await signIn("labels", clarks);
  const bench = await ready(page);
  await expect(bench.printBarcode).toHaveAttribute("aria-disabled", "true");
  await bench.bench.getByLabel("Barcode").focus();
  await bench.scan(barcodeOf(1));
  await expect(page.getByRole("group", { name: "Quantity per size" })).toBeVisible();
  await page.getByLabel(shirt.sizes[1]?.size ?? "", { exact: true }).fill("3");
  await bench.printBarcode.click();
  await expectSent(page, "3 of 3 labels sent.");
  await bench.choose("Fake bench 2");
  await bench.printBarcode.click();
  await expect(bench.kept(shirt.titleOf(1))).toHaveCount(2);
  await expectSent(page, "3 of 3 labels sent.");
  expect(spooledBytes(bridge)).toEqual([
    bytesOf(shirt.labelOf(1, 3), "ZPL"),
    bytesOf(shirt.labelOf(1, 3), "EPL"),
  ]);
  expect(spooledBytes(bridge)[0]).toContain("^PQ3");
  expect(spooledBytes(bridge)[1]).toContain("\nP3\n");
  expect(bridge.calls.filter((call) => call === "print")).toHaveLength(2);
  expect(bridge.refused).toEqual([]);
  expect(bridge.asked, "a trusted portal asks nobody").toBe(0);
});

test("Print Design for Reebok: one price label, or one with the barcode", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", `${reebok}?barcode=${shoe.sizes[0]?.barcode}`);
  const bench = await ready(page);
  await bench.printDesign.click();
  await expectSent(page, "1 of 1 label sent.");
  await bench.bench.getByLabel("Design").selectOption("Reebok - Price & Barcode");
  await bench.printDesign.click();
  await expect(bench.kept(shoe.labelOf(0).name)).toHaveCount(2);
  await expectSent(page, "1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual([bytesOf(shoe.priceLabel(1), "ZPL"), bytesOf(shoe.labelOf(0), "ZPL")]);
});

test("Scan and print: each scan prints one label, and a wrong one is struck", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", `${clarks}?each=1`);
  const bench = await ready(page);
  await bench.bench.getByLabel("Barcode").focus();
  for (const size of [0, 1, 1]) await bench.scan(barcodeOf(size));
  const scanned = page.getByRole("region", { name: "Scanned labels" });
  await expect(scanned).toContainText("Sent 2 of this barcode");
  await expect(scanned).toContainText("3 labels scanned today");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1, 1));

  await scanned
    .getByRole("button", { name: `Void: ${shirt.titleOf(1)}` })
    .first()
    .click();
  await expect(scanned).toContainText("Void. It was sent already: throw the label away.");
  await expect(scanned).toContainText("2 labels scanned today, 1 void");
  await expect(scanned.locator("s").first()).toBeVisible();
  await page.reload();
  await expect(bench.connected).toBeVisible();
  await expect(scanned).toContainText("2 labels scanned today, 1 void");
  for (const code of ["4711471147114", barcodeOf(2)]) await bench.scan(code);
  await expect.poll(() => spooledBytes(bridge)).toEqual(labelsOf(0, 1, 1, 2));
  const missed = page.getByText("4711471147114: No record found for this Barcode!");
  await expect(missed, "told of after the next scan, too").toBeVisible();
  await expectNoViolations(page);
});

test("a batch: Print all prints in the order of the scans, one at a time, 200 ms apart", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", `${clarks}?gather=1`);
  const bench = await ready(page);
  await bench.bench.getByLabel("Barcode").focus();
  for (const size of [0, 1, 2]) {
    await bench.scan(barcodeOf(size));
    await expect(page.getByLabel(`Quantity of ${shirt.titleOf(size).split(",")[0]}`)).toHaveCount(size + 1);
  }
  const { held, open } = gate();
  bridge.meet(held);
  await page.setViewportSize({ width: 1280, height: 500 });
  // The second press of an unsteady hand comes before the page knows that the batch was handed over.
  await bench.printAll.dblclick();
  await expect(bench.queue, "seen from where it was started").toBeInViewport({ ratio: 0.9 });
  await expect(bench.queue.getByRole("progressbar")).toHaveJSProperty("max", 3);
  await expect(bench.queue).toContainText(`Sending ${shirt.titleOf(0)}`);
  await expect(bench.queue).toContainText("0 of 3 labels sent.");
  await expect.poll(() => bridge.calls.filter((call) => call === "print")).toHaveLength(1);
  open();
  await expectSent(page, "3 of 3 labels sent.");
  await expect(bench.queue.getByRole("progressbar")).toHaveJSProperty("value", 3);
  expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1, 2));
  const [first = 0, second = 0, third = 0] = bridge.spooled.map(({ at }) => at);
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(195);
});

test("the test label goes to the printer as well", { tag }, async ({ page, signIn, bridge }) => {
  await signIn("labels", clarks);
  await ready(page);
  await page.getByText("Label settings of this workstation").click();
  await page.getByRole("button", { name: "Test label" }).click();
  await expectSent(page, "1 of 1 label sent.");
  expect(bridge.spooled.map(({ job }) => job)).toEqual([expect.stringMatching(/^Test label \w+$/)]);
  expect(spooledBytes(bridge)[0]).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
});

test("Stop keeps what has not begun, and it can be printed after all", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", batchOf(0, 1, 2));
  const bench = await ready(page);
  const { held, open } = gate();
  bridge.meet(held);
  await bench.printAll.click();
  await expect(bench.queue).toContainText(`Sending ${shirt.titleOf(0)}`);
  await bench.queue.getByRole("button", { name: "Stop" }).click();
  open();
  await expectSent(page, "1 of 3 labels sent, 2 not sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0));
  await bench.queue.getByRole("button", { name: "Print the 2 that were not sent" }).click();
  await expectSent(page, "2 of 2 labels sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1, 2));
});

test("a paused printer is told, and so is printing from another page, which leads back", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  bridge.queueSays("Fake bench 1", "PAUSED");
  bridge.jobNames = "ours";
  await signIn("labels", batchOf(0, 1, 2));
  const bench = await ready(page);
  await expect(page.getByText("Fake bench 1: Paused")).toBeVisible();
  const { held, open } = gate();
  bridge.meet({ kind: "late", afterMs: 0 }, held);
  await bench.printAll.click();
  const inQueue = "in the printer's queue: the printer is paused.";
  await expect(bench.queue).toContainText(`1 of 3 labels sent, 1 ${inQueue}`);
  await page.getByRole("link", { name: "Print stations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Print stations" })).toBeVisible();
  const away = page.getByRole("link", { name: "Print Label:" });
  await expect(away).toContainText(`1 of 3 labels sent, 1 ${inQueue}`);
  open();
  await expect(away).toContainText(`3 of 3 labels sent, 3 ${inQueue}`);
  await away.click();
  await expect(bench.queue).toContainText(`3 of 3 labels sent, 3 ${inQueue}`);
  await expect(away).toHaveCount(0);
  await bench.journal.getByText("Last labels of this workstation (3)").click();
  const kept = bench.kept(shirt.titleOf(0));
  await expect(kept).toContainText("Sent · the printer is paused");
  await expect(kept).toContainText(`${barcodeOf(0)} · $${shirt.labelOf(0).price}`);
  await expect(kept).toContainText("Fake bench 1, Lee Labels");
  await expect(kept.getByRole("button", { name: "Print again" })).toHaveCount(0);
  bridge.queueSays("Fake bench 1", "OK");
  await expect(bench.summary).toHaveText("3 of 3 labels sent, 3 printed.");
  await expect(kept).toContainText("Printed");
  await expect(page.getByText("Fake bench 1: Ready")).toBeVisible();
});

test("what was handed over isn't printed again by the next scan", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", `${batchOf(0, 1)}&gather=1`);
  const bench = await ready(page);
  await bench.printAll.click();
  await expectSent(page, "2 of 2 labels sent.");
  const batch = page.getByRole("region", { name: "Batch" });
  await expect(batch).toContainText("2 labels handed over");
  await expect(batch.getByRole("link", { name: "Start a new batch" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`s\\.${barcodeOf(0)}=1`));
  await bench.bench.getByLabel("Barcode").fill(barcodeOf(2));
  await page.keyboard.press("Enter");
  await expect(batch).toContainText("1 label of 1 barcode");
  await expect(batch.getByText("handed over")).toHaveCount(0);
  await bench.printAll.click();
  await expect.poll(() => spooledBytes(bridge)).toEqual(labelsOf(0, 1, 2));
  await batch.getByRole("link", { name: "Put them back" }).click();
  await bench.printAll.click();
  await expect.poll(() => spooledBytes(bridge)).toEqual(labelsOf(0, 1, 2, 2));
});

test("a label that fails is shown, the others go on, and it can be printed again", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", batchOf(0, 1, 2));
  const bench = await ready(page);
  bridge.meet({ kind: "fail", error: "The spooler is full" });
  await bench.printAll.click();
  await expectSent(page, "2 of 3 labels sent, 1 failed.");
  const failed = bench.queued(shirt.titleOf(0));
  await expect(failed).toContainText("Failed");
  await expect(failed).toContainText("The spooler is full");
  expect(spooledBytes(bridge)).toEqual(labelsOf(1, 2));
  await failed.getByRole("button", { name: "Print again" }).click();
  await expectSent(page, "1 of 1 label sent.");
  await expect(failed).toHaveCount(0);
  expect(spooledBytes(bridge)).toEqual(labelsOf(1, 2, 0));
  await expect(bench.bench.getByLabel("Barcode"), "its button is gone").toBeFocused();
});

for (const [what, mishap] of [
  ["a connection that breaks", { kind: "drop", spooled: true }],
  ["a print service that hangs", { kind: "hang", spooled: true }],
] as const) {
  test(`${what} under a label: it may have been printed, and only a second yes prints it again`, {
    tag,
  }, async ({ page, clock, signIn, bridge }) => {
    await clock.install();
    await signIn("labels", batchOf(0, 1));
    const bench = await ready(page);
    bridge.meet(mishap);
    await bench.printAll.click();
    await expect.poll(() => bridge.spooled.length).toBe(1);
    if (mishap.kind === "hang") await clock.fastForward(20_000);
    await expect(bench.summary).toHaveText("1 of 2 labels sent, 1 may have been printed.");
    const doubtful = bench.queued(shirt.titleOf(0));
    await expect(doubtful).toContainText(/may have been printed\./);
    expect(spooledBytes(bridge), "nothing is sent twice by itself").toEqual(labelsOf(0, 1));
    await doubtful.getByRole("button", { name: "Print again" }).click();
    await expect(doubtful).toContainText("It may be a second one. Print it again?");
    await expect(doubtful.getByRole("button", { name: "No", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(doubtful.getByRole("button", { name: "Print again" })).toBeFocused();
    expect(bridge.spooled).toHaveLength(2);
    await page.keyboard.press("Enter");
    await doubtful.getByRole("button", { name: "Yes, print again" }).click();
    await expect(bench.summary).toHaveText("1 of 1 label sent.");
    expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1, 0));
  });
}

test("a print service that ends and comes back: said, and what waits is sent", { tag }, async ({
  page,
  signIn,
  bridge,
  allowConsole,
}) => {
  allowConsole(bridgeNoise);
  await signIn("labels", shirtAt(0));
  const bench = await ready(page);
  await bridge.stop();
  await expect(bench.help).toContainText("The connection to the print service was lost");
  await expect(bench.file).toBeVisible();
  await bench.printBarcode.click();
  await expect(bench.queue).toContainText("0 of 1 label sent.");
  await bridge.start();
  await expect(bench.connected).toBeVisible();
  await expectSent(page, "1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0));
});

test("a print service that goes away at any word of its greeting leaves no error behind", { tag }, async ({
  page,
  signIn,
  bridge,
  allowConsole,
}) => {
  allowConsole(bridgeNoise);
  bridge.breakGreetings(1, 1);
  await signIn("labels", shirtAt(0));
  const bench = benchOf(page);
  const again = bench.help.getByRole("button", { name: "Try again" });
  for (const word of [2, 3]) {
    await expect(bench.help).toContainText("The print service is not running");
    bridge.breakGreetings(1, word);
    await again.click();
  }
  await expect(bench.help).toContainText("The print service is not running");
  await again.click();
  await expect(bench.connected).toBeVisible();
});

test("a print service that starts later is found by the page", { tag }, async ({
  page,
  clock,
  signIn,
  bridge,
  allowConsole,
}) => {
  allowConsole(bridgeNoise);
  await bridge.stop();
  await clock.install();
  await signIn("labels", shirtAt(0));
  const bench = benchOf(page);
  await expect(bench.help).toContainText("The print service is not running");
  await expect(bench.help).toContainText("Start QZ Tray on this workstation");
  const download = page.waitForEvent("download");
  await bench.file.click();
  expect((await download).suggestedFilename()).toMatch(/\.zpl$/);
  await bridge.start();
  await clock.fastForward(10_000);
  await expect(bench.connected).toBeVisible();
  await expect(bench.printer.getByRole("option")).toHaveCount(4);
});

test("a person who turns the portal away, or whose dialog waits, is told what to do", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  bridge.distrust();
  bridge.person = "blocks";
  await signIn("labels", shirtAt(0));
  const bench = benchOf(page);
  await expect(bench.help).toContainText("The print service does not trust the portal");
  await expect(bench.help).toContainText("have the portal's certificate installed");
  await expect(bench.file).toBeVisible();
  bridge.person = "is away";
  await bench.help.getByRole("button", { name: "Try again" }).click();
  await expect(bench.help).toContainText("Waiting for your permission");
  await expect(bench.file).toBeVisible();
  bridge.person = "allows";
  await page.reload();
  await expect(bench.connected).toBeVisible();
  expect(bridge.asked).toBe(3);
});

test("a print service that does not know the portal: said before the first label, which waits for its answer; then it is set up and proved", {
  tag,
}, async ({ page, signIn, bridge }) => {
  bridge.distrust();
  // Nobody reads and answers a dialog at once.
  bridge.thinksMs = 700;
  await signIn("labels", shirtAt(0));
  const bench = await ready(page);
  bridge.person = "is away";
  await bench.printBarcode.click();
  await expect(bench.queue).toContainText("Waiting for an answer in QZ Tray: ");
  await expect(bench.help).toContainText(
    "QZ Tray asks about every label because it does not know this portal",
  );
  await expectNoViolations(page);
  bridge.person = "allows";
  await expect(bench.summary).toHaveText("1 of 1 label sent.");

  await bench.help.getByRole("link", { name: "Set up this workstation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up printing" })).toBeVisible();
  const certificate = page.getByRole("region", { name: "2. Trust" }).getByRole("link");
  await expect(certificate).toHaveAttribute("download", "override.crt");
  await page.getByRole("button", { name: "Print the test label" }).click();
  await expect(bench.summary).toHaveText("1 of 1 label sent.");
  expect(spooledBytes(bridge).at(-1)).toContain("Test label");
  await page.getByLabel("Scan its barcode").fill("9300000101006");
  await page.keyboard.press("Enter");
  const proved = page.getByRole("table", { name: "Printers proved on this workstation" });
  await expect(proved).toContainText("57 × 32 mm, 203 dpi");
  await expectNoViolations(page);
  await expectToFitPhones(page, "set up");
});

test("a browser that was told to keep pages from this computer's services: its help (its answer alone, for a page of this computer needs no permission)", {
  tag,
}, async ({ page, context, signIn, bridge, allowConsole, baseURL }) => {
  allowConsole(bridgeNoise);
  await bridge.stop();
  await denyLocalNetwork(context, page, baseURL ?? "");
  await signIn("labels", shirtAt(0));
  const bench = benchOf(page);
  await expect(bench.help).toContainText("The browser does not let this page reach the print service");
  await expect(bench.help).toContainText("allow apps on this device");
  await expect(bench.file).toBeVisible();
});

test("a session that ends: labels wait, the help says so, and all goes on after signing in again", {
  tag,
}, async ({ page, context, signIn, signInAgain, bridge, allowConsole }) => {
  allowConsole(/Signing failed/);
  await signIn("labels", batchOf(0, 1));
  const bench = await ready(page);
  await context.clearCookies();
  await bench.printAll.click();
  await expect(bench.queue).toContainText("Your session has ended. Sign in again in another tab");
  await expect(page.getByRole("button", { name: "Download label file" })).toBeVisible();
  expect(bridge.calls).not.toContain("print");
  bridge.drop();
  await expect(bench.help).toContainText("The portal does not sign print requests now");
  await expect(bench.help).toContainText("Your session has ended");
  await signInAgain();
  await bench.help.getByRole("button", { name: "Try again" }).click();
  await expect(bench.connected).toBeVisible();
  await bench.queue.getByRole("button", { name: "Continue" }).click();
  await expectSent(page, "2 of 2 labels sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1));
});

test("a page that is left in the middle knows afterwards what it had not got through", { tag }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", batchOf(0, 1, 2));
  const bench = await ready(page);
  bridge.meet({ kind: "late", afterMs: 0 }, { kind: "hang", spooled: true });
  await bench.printAll.click();
  await expect.poll(() => bridge.spooled.length).toBe(2);
  await page.reload();
  await expect(bench.connected).toBeVisible();
  await expect(bench.queue).toHaveCount(0);
  await bench.journal.getByText("Last labels of this workstation (3, 2 to look at)").click();
  await expect(bench.kept(shirt.titleOf(0))).toContainText("Sent");
  await expect(bench.kept(shirt.titleOf(1))).toContainText("May have been printed");
  await expect(bench.kept(shirt.titleOf(2))).toContainText("Not sent");
  await bench.kept(shirt.titleOf(1)).getByRole("button", { name: "It was printed" }).click();
  await bench.kept(shirt.titleOf(2)).getByRole("button", { name: "Print again" }).click();
  await expect(bench.summary).toHaveText("1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0, 1, 2));
});

test("a hundred labels through drops and hangs: in order, none lost, none doubled", { tag }, async ({
  page,
  clock,
  signIn,
  bridge,
}) => {
  test.setTimeout(90_000);
  const sizes = [1, 2, 4, 6, 8, 10, 12].flatMap((position) => {
    const product = seededProduct("Clarks Web", position);
    return product.sizes.map(({ barcode }, size) => ({
      barcode,
      bytes: bytesOf(product.labelOf(size), "ZPL"),
    }));
  });
  const batch = sizes.slice(0, 25);
  const wanted = Array.from({ length: 4 }, () => batch.map(({ bytes }) => bytes)).flat();
  expect(wanted).toHaveLength(100);
  await clock.install();
  await signIn("labels", `${clarks}?gather=1&${batch.map(({ barcode }) => `b.${barcode}=1`).join("&")}`);
  const bench = await ready(page);

  const plain = (count: number) => Array<Mishap>(count).fill({ kind: "late", afterMs: 0 });
  const { held, open } = gate();
  bridge.meet(held, ...plain(11));
  bridge.meet({ kind: "drop", spooled: true }, ...plain(15));
  bridge.meet({ kind: "hang", spooled: false }, ...plain(15));
  bridge.meet({ kind: "fail", error: "Out of labels" }, ...plain(15));
  bridge.meet({ kind: "drop", spooled: false }, ...plain(15));
  bridge.meet({ kind: "hang", spooled: true });
  for (let press = 0; press < 4; press += 1) {
    if (press > 0) await page.getByRole("link", { name: "Put them back" }).click();
    await bench.printAll.click();
  }
  open();
  const asked = () => bridge.calls.filter((call) => call === "print").length;
  const progress = bench.queue.getByRole("progressbar");
  const settled = () => progress.evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.value : 0));
  const soon = { intervals: [10], timeout: 20_000 };
  // The page's clock jumps over its patience with a label, and over the pause after each.
  for (let label = 1; label <= 100; label += 1) {
    if (label === 29 || label === 77) {
      await expect.poll(asked, soon).toBe(label);
      await clock.fastForward(20_000);
    }
    await expect.poll(settled, soon).toBeGreaterThanOrEqual(label);
    await clock.fastForward(200);
  }
  await expect(bench.summary).toHaveText("95 of 100 labels sent, 1 failed, 4 may have been printed.");
  // Numbers 29, 45 and 61 never reached the printer; everything else did, once and in its place.
  const lost = [29, 45, 61];
  expect(spooledBytes(bridge)).toEqual(wanted.filter((_, index) => !lost.includes(index + 1)));
  expect(new Set(bridge.spooled.map(({ job }) => job)).size).toBe(97);
  expect(bridge.connections).toBeGreaterThanOrEqual(3);
  expect(bridge.refused).toEqual([]);
});

test("axe: queue, failure, doubt and journal", { tag }, async ({ page, signIn, bridge }) => {
  await signIn("labels", `${shirtAt(0)}&b.${barcodeOf(1)}=1&b.${barcodeOf(2)}=1&b.${barcodeOf(3)}=1`);
  const bench = await ready(page);
  const { held, open } = gate();
  bridge.meet({ kind: "fail", error: "The spooler is full" }, { kind: "drop", spooled: false }, held);
  await bench.printAll.click();
  await expect(bench.queue).toContainText(`Sending ${shirt.titleOf(3)}`);
  await bench.journal.locator("summary").click();
  await expectNoViolations(page);
  open();
  await expect(bench.summary).toContainText("1 of 3 labels sent, 1 failed, 1 may have been printed.");
  await bench.queued(shirt.titleOf(2)).getByRole("button", { name: "Print again" }).click();
  await expectNoViolations(page);
});

test("on a phone: scan, print, see a failure, print it again", { tag: "@phone" }, async ({
  page,
  signIn,
  bridge,
}) => {
  await signIn("labels", clarks);
  const bench = await ready(page);
  bridge.meet({ kind: "fail", error: "The spooler is full" });
  await bench.bench.getByLabel("Barcode").fill(barcodeOf(0));
  await bench.bench.getByRole("button", { name: "Scan" }).click();
  await expect(bench.printBarcode).not.toHaveAttribute("aria-disabled");
  await bench.printBarcode.click();
  await expect(bench.queued(shirt.titleOf(0))).toContainText("The spooler is full");
  await bench.journal.locator("summary").click();
  await expectToFitPhones(page, "a failed label");
  await bench.queued(shirt.titleOf(0)).getByRole("button", { name: "Print again" }).click();
  await expectSent(page, "1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(0));
});
