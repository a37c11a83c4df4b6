import type { Browser, BrowserContext, Page } from "@playwright/test";
import { defaultMedia, labelLanguages } from "#app/domains/labels/label.ts";
import type { Label } from "#app/domains/labels/labelSchemas.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { bridgePort, type FakeBridge, startFakeBridge } from "../support/fakeBridge.ts";
import { newPrintCertificate, printFiles } from "../support/printCertificate.ts";
import { startStack } from "../support/stack.ts";
import { frozenApi } from "../support/upstream/frozen.ts";
import { labelBarcode } from "../support/upstream/labelProducts.ts";
import { bytesOf, type Cookies, startBrowser } from "./browser.ts";
import { atMost, kilobytes, type Line, late, median, note } from "./table.ts";

const media = defaultMedia;
const label = (index: number): Label => ({
  design: "Common",
  // Every fourth name must be wrapped and truncated.
  name:
    index % 4 === 0
      ? "Wattle & Banksia Limited Edition Heritage Womens Boot ".repeat(4)
      : "Linden Womens Runner",
  colour: "Black",
  sizeRange: String(index % 12),
  barcode: String(9_300_000_000_000 + index),
  price: `${index}.95`,
  copies: 1,
});

/** The time to render labels as printer bytes. */
export function measureLabels({ quick }: { quick: boolean }): Line[] {
  const lines: Line[] = [];
  for (const language of labelLanguages) {
    const times = Array.from({ length: quick ? 200 : 2000 }, (_, index) => {
      const start = performance.now();
      renderLabel(label(index), { language, media });
      return performance.now() - start;
    });
    lines.push(atMost(`A label in ${language}: 95 of 100 are rendered`, late(times), 10));
  }

  return lines;
}

const page = "/store/CLK/printlabel";

/** From a scan's Enter to the label at the print service, and the page's requests for it. */
export async function measureLabelPrinting({ quick }: { quick: boolean }): Promise<Line[]> {
  const pair = newPrintCertificate();
  const files = printFiles(pair);
  const bridge = await startFakeBridge({ port: bridgePort, trusted: pair.certificate });
  const stack = await startStack({ LOG_LEVEL: "warn", ...files.environment }, frozenApi);
  const browser = await startBrowser();
  try {
    const visitor = await stack.signedIn("labels");
    const cookies = visitor.cookies().filter(({ name }) => /session$/.test(name));
    const url = stack.portal.url + page;
    const bytes = await bytesOf(browser, url, cookies);
    const times = await scansToLabels(browser, url, { cookies, bridge, scans: quick ? 20 : 40 });
    // The third size of each product: the scans above have used the others.
    const atOnce = await eachScanToLabel(browser, url, { cookies, bridge, scans: quick ? 15 : 25 });
    return [
      atMost("Scan and print, the scan's Enter to the print service: median", median(atOnce), 100),
      atMost("Scan and print, the scan's Enter to the print service: 95 of 100", late(atOnce), 150),
      atMost("Scan to the first label at the print service: median", median(times), 300),
      atMost("Scan to the first label at the print service: 95 of 100", late(times), 300),
      ...(
        [
          ["JS of Print Label with printing, brotli (the aim: 120 KB)", bytes.scripts.small],
          ["CSS of Print Label, brotli (a list: 8 KB)", bytes.styles.small],
        ] as const
      ).map(([what, size]) => note(what, kilobytes(size))),
    ];
  } finally {
    await browser.close();
    await stack.stop();
    await bridge.stop();
    files.remove();
  }
}

/** Marks each Enter. A string, since it runs in the page. */
const noteEnters = `document.addEventListener("keydown", ({ key, timeStamp }) => {
  if (key === "Enter") performance.mark("enter", { startTime: timeStamp });
}, true)`;

/** Print Label with a chosen printer. */
async function openBench(context: BrowserContext, url: string, cookies: Cookies) {
  // A cookie for the whole origin: signing has a path outside the store's pages.
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(url).origin })));
  const opened = await context.newPage();
  await opened.addInitScript({ content: noteEnters });
  await opened.goto(url);
  await opened.getByLabel("Printer", { exact: true }).selectOption("Fake bench 1");
  return opened;
}

/** An uncached product each time; milliseconds, all by this machine's clock. */
async function scansToLabels(
  browser: Browser,
  url: string,
  { cookies, bridge, scans }: { cookies: Cookies; bridge: FakeBridge; scans: number },
): Promise<number[]> {
  const context = await browser.newContext();
  try {
    const opened = await openBench(context, url, cookies);
    const times: number[] = [];
    for (let scan = 0; scan < scans; scan += 1) {
      const barcode = labelBarcode((scan % 25) + 1, Math.floor(scan / 25) + 1);
      const began = await scanAndPrint(opened, barcode);
      await opened.getByText(`Last labels of this workstation (${scan + 1})`).waitFor();
      const queue = opened.getByRole("region", { name: "Labels being sent" });
      await queue.getByRole("status").filter({ hasText: "1 of 1 label sent." }).waitFor();
      times.push((bridge.spooled.at(-1)?.at ?? Number.NaN) - began);
      await opened.getByRole("link", { name: "Clear Barcode" }).click();
      await opened.getByRole("button", { name: "Clear Barcode" }).waitFor();
    }
    if (bridge.spooled.length !== scans) throw new Error(`${bridge.spooled.length} labels of ${scans} scans`);
    return times;
  } finally {
    await context.close();
  }
}

/** An uncached product each time, with 'Scan and print', from the scan's Enter. */
async function eachScanToLabel(
  browser: Browser,
  url: string,
  { cookies, bridge, scans }: { cookies: Cookies; bridge: FakeBridge; scans: number },
): Promise<number[]> {
  const context = await browser.newContext();
  try {
    const opened = await openBench(context, `${url}?each=1`, cookies);
    await opened.getByLabel("Barcode", { exact: true }).first().focus();
    const before = bridge.spooled.length;
    const times: number[] = [];
    for (let scan = 0; scan < scans; scan += 1) {
      await opened.keyboard.type(labelBarcode(scan + 1, 3));
      await opened.keyboard.press("Enter");
      await opened.getByText(`${scan + 1} ${scan === 0 ? "label" : "labels"} scanned today`).waitFor();
      await opened.locator('.scanned-last:is([data-state="sent"], [data-state="printed"])').waitFor();
      // The queue leaves the printer time between labels, as a person does between products.
      await opened.waitForTimeout(300);
      const began = await opened.evaluate(
        () =>
          performance.timeOrigin + (performance.getEntriesByName("enter").at(-1)?.startTime ?? Number.NaN),
      );
      times.push((bridge.spooled.at(-1)?.at ?? Number.NaN) - began);
    }
    if (bridge.spooled.length - before !== scans) throw new Error(`Not one label for each of ${scans} scans`);
    return times;
  } finally {
    await context.close();
  }
}

/**
 * Types a barcode like a scanner, and presses Print Barcode by mouse once it is enabled: an Enter within 150 ms of the
 * scanner's is taken for its line feed. Returns when the scanner sent Enter.
 */
async function scanAndPrint(opened: Page, barcode: string): Promise<number> {
  await opened.keyboard.type(barcode);
  await opened.keyboard.press("Enter");
  await opened.waitForFunction(
    () => {
      const button = [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === "Print Barcode",
      );
      return button !== undefined && button.getAttribute("aria-disabled") !== "true";
    },
    undefined,
    { polling: "raf" },
  );
  await opened.getByRole("button", { name: "Print Barcode" }).click();
  return opened.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName("enter").at(-1)?.startTime ?? Number.NaN),
  );
}
