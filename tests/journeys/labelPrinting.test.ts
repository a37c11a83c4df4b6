import type { Page } from "@playwright/test";
import type { Mishap } from "#tests/support/fakeBridge.ts";
import { expect } from "#tests/support/fixtures.ts";
import {
  barcode,
  bytesOf,
  clarks,
  line,
  other,
  quantity,
  readyWorkstation,
  said,
  scan,
  spooledBytes,
  test,
  titleOf,
  workstationOf,
} from "#tests/support/labelPage.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";
import { labelBarcode, replaceLabelProduct, repriced } from "#tests/support/upstream/labelProducts.ts";

const tag = "@scripting";

/** Sizes of the second product, counted from 1, as lines of a batch in this order, and their printer bytes. */
const linesOf = (...sizes: number[]) => sizes.map((size) => line(labelBarcode(2, size)));
const labelsOf = (...sizes: number[]) => sizes.map((size) => bytesOf(2, size));

const saved = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith("/print/printer"));

function gate() {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held: { kind: "held", until } satisfies Mishap, open: () => open() };
}

test("a chosen printer prints a scanned label's exact commands in its language", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  await signInUpstream("labels", clarks);
  const { connected, printer, language, printBarcode, summary } = workstationOf(page);
  await expect(connected).toBeVisible();
  await expect(printer.getByRole("option")).toHaveText([
    "Choose a printer",
    "Fake bench 1",
    "Fake bench 2",
    "Fake Zebra without a driver",
  ]);
  const chosen = saved(page);
  await printer.selectOption("Fake bench 2");
  await chosen;
  await expect(page.getByText("Language: EPL, by driver")).toBeVisible();
  await page.getByRole("textbox", { name: "Barcode", exact: true }).focus();
  await scan(page, barcode);
  await quantity(page, "7").fill("3");
  await printBarcode.click();
  await expect(summary).toHaveText("3 of 3 labels sent.");

  const overridden = saved(page);
  await page.getByText("Language: EPL, by driver").click();
  await language.selectOption("ZPL");
  await overridden;
  await page.reload();
  await expect(printer).toHaveValue("Fake bench 2");
  await expect(page.getByText("Language: ZPL, as chosen")).toBeVisible();
  await printBarcode.click();
  await expect(summary).toHaveText("3 of 3 labels sent.");
  expect(spooledBytes(bridge)).toEqual([
    bytesOf(2, 2, { copies: 3, language: "EPL" }),
    bytesOf(2, 2, { copies: 3, language: "ZPL" }),
  ]);
  expect(bridge.calls.filter((call) => call === "print")).toHaveLength(2);
  expect(bridge.refused).toEqual([]);
  expect(bridge.requests, "a trusted portal asks nobody").toBe(0);
});

test("Scan and print: each scan prints one label, a wrong one is discarded, one that was not printed stays listed [labels#scan-and-print, labels#void]", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  await signInUpstream("labels", `${clarks}?each=1`);
  const { connected } = await readyWorkstation(page);
  await page.getByRole("textbox", { name: "Barcode", exact: true }).focus();
  for (const size of [1, 2, 2]) await scan(page, labelBarcode(2, size));
  const scanned = page.getByRole("region", { name: "Scanned labels" });
  await expect(scanned).toContainText("Sent 2 of this barcode");
  await expect(scanned).toContainText("3 labels scanned today");
  expect(spooledBytes(bridge)).toEqual(labelsOf(1, 2, 2));

  await scanned
    .getByRole("button", { name: `Void: ${titleOf(2, 2)}` })
    .first()
    .click();
  await expect(scanned).toContainText("Void. It was sent already: throw the label away.");
  await expect(scanned.locator("s").first()).toBeVisible();
  await page.reload();
  await expect(connected).toBeVisible();
  await expect(scanned).toContainText("2 labels scanned today, 1 void");
  for (const code of ["4711471147114", labelBarcode(2, 3)]) await scan(page, code);
  await expect
    .poll(() => spooledBytes(bridge), "a page that is loaded again prints nothing")
    .toEqual(labelsOf(1, 2, 2, 3));
  await expect(page.getByText("4711471147114: No record found for this Barcode!")).toBeVisible();
  await scan(page, "4711471147114");
  await expect(scanned.locator(".scanned-last"), "the failure is louder than the last label").toContainText(
    "Not printed",
  );
  await expect(said(page), "not a third time to the eye").toHaveClass(/sr-only/);
  await expectNoViolations(page);
});

for (const mode of ["gather", "each"])
  test(`a scan without an answer is sent again, and those behind it wait: none is lost or doubled (${mode})`, {
    tag,
  }, async ({ page, signInUpstream, allowConsole, bridge }) => {
    allowConsole(/ERR_CONNECTION_FAILED|status of 503/);
    await signInUpstream("labels", `${clarks}?${mode}=1`);
    await readyWorkstation(page);
    let asked = 0;
    await page.route(/\/printlabel\/batch/, async (route) => {
      asked += 1;
      if (asked === 2) await route.abort("connectionfailed");
      else if (asked === 4) {
        // The portal has it, and its answer is lost. A connection that was idle may just have been closed.
        await route.fetch({ maxRetries: 1 });
        await route.fulfill({ status: 503, body: "" });
      } else await route.continue();
    });
    await page.getByRole("textbox", { name: "Barcode", exact: true }).focus();
    const sizes = [1, 2, 3, 1, 2];
    for (const size of sizes) await scan(page, labelBarcode(2, size));
    await expect(page.getByText(/scans? (is|are) waiting/)).toBeVisible();
    if (mode === "gather") await expect(page.getByText("5 labels of 3 barcodes")).toBeVisible();
    else await expect.poll(() => spooledBytes(bridge)).toEqual(labelsOf(...sizes));
    await expect(page.getByText(/Not printed|Not in the batch/)).toHaveCount(0);
  });

test("a batch: scans in their order, one at a time, once; the next scan begins anew, unless it is put back", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  await signInUpstream("labels", `${clarks}?gather=1`);
  const { queue, summary, printAll } = await readyWorkstation(page);
  const batch = page.getByRole("region", { name: "Batch" });
  const field = page.getByRole("textbox", { name: "Barcode", exact: true });
  await field.focus();
  for (const size of [1, 2, 3]) {
    await scan(page, labelBarcode(2, size));
    await expect(batch.getByLabel(/^Quantity of/)).toHaveCount(size);
  }
  const { held, open } = gate();
  bridge.meet(held);
  await page.setViewportSize({ width: 1280, height: 500 });
  // The second click of a double click comes before the page knows that the batch was handed over.
  await printAll.dblclick();
  await expect(queue, "seen from where it was started").toBeInViewport({ ratio: 0.9 });
  await expect(queue.getByRole("progressbar")).toHaveJSProperty("max", 3);
  await expect(queue).toContainText("0 of 3 labels sent.");
  await expect.poll(() => bridge.calls.filter((call) => call === "print")).toHaveLength(1);
  open();
  await expect(summary).toHaveText("3 of 3 labels sent.");
  await expect(page.getByText(/\bprinted\b/i), "more than is known").toHaveCount(0);
  expect(spooledBytes(bridge)).toEqual(labelsOf(1, 2, 3));
  await expect(batch).toContainText("3 labels handed over");
  await expect(batch.getByRole("button", { name: "Start a new batch" })).toBeVisible();

  await field.fill(other);
  await page.keyboard.press("Enter");
  await expect(batch).toContainText("1 label of 1 barcode");
  await expect(batch.getByText("handed over")).toHaveCount(0);
  await printAll.click();
  const all = [...labelsOf(1, 2, 3), bytesOf(5, 1)];
  await expect.poll(() => spooledBytes(bridge)).toEqual(all);
  await batch.getByRole("button", { name: "Put them back" }).click();
  await printAll.click();
  await expect.poll(() => spooledBytes(bridge)).toEqual([...all, bytesOf(5, 1)]);
});

test("a paused printer, and labels that continue while another page is open, are reported there and link back [labels#away, labels#journal]", {
  tag,
}, async ({ page, signInUpstream, bridge, fill }) => {
  bridge.queueSays("Fake bench 1", "PAUSED");
  bridge.jobNames = "ours";
  await fill(...linesOf(1, 2, 3));
  await signInUpstream("labels", clarks);
  const { queue, summary, printAll, journal, logged } = await readyWorkstation(page);
  await expect(page.getByText("Fake bench 1: Paused")).toBeVisible();
  const { held, open } = gate();
  bridge.meet({ kind: "late", afterMs: 0 }, held);
  await printAll.click();
  const inQueue = "in the printer's queue: the printer is paused.";
  await expect(queue).toContainText(`1 of 3 labels sent, 1 ${inQueue}`);
  await page.getByRole("link", { name: "Print stations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Print stations" })).toBeVisible();
  const away = page.getByRole("link", { name: "Print Label:" });
  await expect(away).toContainText(`1 of 3 labels sent, 1 ${inQueue}`);
  open();
  await expect(away).toContainText(`3 of 3 labels sent, 3 ${inQueue}`);
  await away.click();
  await expect(queue).toContainText(`3 of 3 labels sent, 3 ${inQueue}`);
  await expect(away).toHaveCount(0);
  await journal.getByText("Last labels of this workstation (3)").click();
  const first = logged(titleOf(2, 1));
  await expect(first).toContainText("Sent · the printer is paused");
  await expect(first).toContainText(`${labelBarcode(2, 1)} · $59.95`);
  await expect(first).toContainText("Fake bench 1, Lee Labels");
  await expect(first.getByRole("button", { name: "Print again" })).toHaveCount(0);
  bridge.queueSays("Fake bench 1", "OK");
  await expect(summary).toHaveText("3 of 3 labels sent, 3 printed.");
  await expect(first).toContainText("Printed");
  await expect(page.getByText("Fake bench 1: Ready")).toBeVisible();
});

test("failed, doubtful and stopped labels are shown to everybody, each with its actions", {
  tag,
}, async ({ page, signInUpstream, bridge, fill }) => {
  await fill(...linesOf(1, 2, 3), line(other));
  await signInUpstream("labels", clarks);
  const { queue, summary, printAll, queued, journal } = await readyWorkstation(page);
  const { held, open } = gate();
  bridge.meet({ kind: "fail", error: "The spooler is full" }, { kind: "drop", spooled: true }, held);
  await printAll.click();
  await expect(queue).toContainText(`Sending ${titleOf(2, 3)}`);
  await queue.getByRole("button", { name: "Stop" }).click();
  open();
  await expect(summary).toHaveText("1 of 4 labels sent, 1 failed, 1 may have been printed, 1 not sent.");
  await journal.locator("summary").click();
  await expectToFitPhones(page, "labels that want a look");

  const doubtful = queued(titleOf(2, 2));
  await doubtful.getByRole("button", { name: "Print again" }).click();
  await expect(doubtful).toContainText("It may be a second one. Print it again?");
  await expect(doubtful.getByRole("button", { name: "No", exact: true })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press("Enter");
  await expect(doubtful.getByRole("button", { name: "Print again" })).toBeFocused();
  expect(spooledBytes(bridge), "nothing is sent twice by itself").toEqual(labelsOf(2, 3));

  await expect(queued(titleOf(2, 1))).toContainText("The spooler is full");
  await queue.getByRole("button", { name: "Print the 2 that were not sent" }).click();
  const all = [...labelsOf(2, 3, 1), bytesOf(5, 1)];
  await expect.poll(() => spooledBytes(bridge)).toEqual(all);
  await doubtful.getByRole("button", { name: "Print again" }).click();
  await doubtful.getByRole("button", { name: "Yes, print again" }).click();
  await expect.poll(() => spooledBytes(bridge)).toEqual([...all, ...labelsOf(2)]);
  await expect(doubtful).toHaveCount(0);
});

test("a print service that does not trust the portal: shown before the first label, which waits for its answer; then it is set up and verified", {
  tag,
}, async ({ page, signInUpstream, bridge }) => {
  bridge.distrust();
  // Nobody answers a dialog immediately.
  bridge.thinksMs = 700;
  await signInUpstream("labels", `${clarks}?barcode=${barcode}`);
  const { help, printBarcode, queue, summary } = await readyWorkstation(page);
  bridge.person = "is away";
  await printBarcode.click();
  await expect(queue).toContainText("Waiting for an answer in QZ Tray: ");
  await expect(help).toContainText("QZ Tray asks about every label because it does not know this portal");
  await expectNoViolations(page);
  bridge.person = "allows";
  await expect(summary).toHaveText("1 of 1 label sent.");

  await help.getByRole("link", { name: "Set up this workstation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up printing" })).toBeVisible();
  const certificate = page.getByRole("region", { name: "2. Trust" }).getByRole("link");
  await expect(certificate).toHaveAttribute("download", "override.crt");
  await page.getByRole("button", { name: "Print the test label" }).click();
  await expect.poll(() => spooledBytes(bridge).at(-1)).toContain("Test label");
  await expect(summary).toHaveText("1 of 1 label sent.");
  await page.getByLabel("Scan its barcode").fill("9300000101006");
  await page.keyboard.press("Enter");
  const proved = page.getByRole("table", { name: "Printers proved on this workstation" });
  await expect(proved).toContainText("57 × 32 mm, 203 dpi");
  await expectNoViolations(page);
  await expectToFitPhones(page, "set up");
});

test("a page that is left in the middle says afterwards what was not sent, and one press prints it", {
  tag,
}, async ({ page, signInUpstream, bridge, fill }) => {
  await fill(...linesOf(1, 2, 3));
  await signInUpstream("labels", clarks);
  const { connected, summary, printAll, journal, logged, queued } = await readyWorkstation(page);
  bridge.meet({ kind: "late", afterMs: 0 }, { kind: "hang", spooled: true });
  await printAll.click();
  await expect.poll(() => bridge.spooled.length).toBe(2);
  await page.reload();
  await expect(connected).toBeVisible();
  await expect(summary).toHaveText("0 of 2 labels sent, 1 may have been printed, 1 not sent.");
  const batch = page.getByRole("region", { name: "Batch" }).getByRole("listitem");
  await expect(batch).toContainText(["Not sent", "May have been printed", "Handed over"]);
  await journal.getByText("Last labels of this workstation (3, 2 to look at)").click();
  await expect(logged(titleOf(2, 1))).toContainText("Sent");
  await expect(logged(titleOf(2, 2))).toContainText("May have been printed");
  await expect(logged(titleOf(2, 3))).toContainText("Not sent");
  await logged(titleOf(2, 2)).getByRole("button", { name: "It came out" }).click();
  await queued(titleOf(2, 3)).getByRole("button", { name: "Print again" }).click();
  await expect(summary).toHaveText("1 of 1 label sent.");
  expect(spooledBytes(bridge)).toEqual(labelsOf(1, 2, 3));
});

test("a price that changed since the scan is told before a batch prints or a label prints again, and one press prints the new", {
  tag,
}, async ({ page, stack, signInUpstream, bridge, fill }) => {
  await fill(...linesOf(1, 2), { ...line(other), price: "20" });
  await signInUpstream("labels", clarks);
  const { printAll, journal, logged, queued } = await readyWorkstation(page);
  const priced = (price: string) => expect.stringContaining(`^FD$${price}`);
  const batch = page.getByRole("region", { name: "Batch" });
  replaceLabelProduct(stack.upstream, repriced(2, 49, "Clarks Web"));
  await printAll.click();
  await expect(batch).toContainText(`${titleOf(2, 1)}: $59.95 → $49.00`);
  expect(bridge.spooled).toEqual([]);
  await printAll.click();
  await expect.poll(() => spooledBytes(bridge)).toEqual(["49.00", "49.00", "20.00"].map(priced));

  replaceLabelProduct(stack.upstream, repriced(2, 45, "Clarks Web"));
  await journal.locator("summary").click();
  await logged(titleOf(2, 1)).getByRole("button", { name: "Print again" }).click();
  await expect(queued(titleOf(2, 1))).toContainText(`${titleOf(2, 1)}: $49.00 → $45.00`);
  expect(bridge.spooled).toHaveLength(3);
  await queued(titleOf(2, 1)).getByRole("button", { name: "Print again" }).click();
  await expect.poll(() => spooledBytes(bridge).at(-1)).toEqual(priced("45.00"));
});
