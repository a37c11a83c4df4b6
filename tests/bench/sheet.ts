import { existsSync, readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { z } from "zod";
import type { Portal } from "../support/portal.ts";
import type { Visitor } from "../support/visitor.ts";
import { startBrowser } from "./browser.ts";
import { resetLoop, watchedLoop } from "./loop.ts";
import { startMemoryStack } from "./memoryStack.ts";
import { atMost, type Line, median, megabytes, milliseconds, note, seconds } from "./table.ts";

const list = "/store/SDY/products";
/** The server's file in the targets; fewer rows for a quick run. */
const fullRows = 100_000;
/** The peak memory of a process, in bytes, where the system reports it (Linux). */
function peakMemory(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const found = readFileSync(file, "utf8").match(/VmHWM:\s+(\d+) kB/)?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}

/** The server's file: all matches in one request. */
async function fromTheServer(portal: Portal, visitor: Visitor, rows: number): Promise<Line[]> {
  await visitor.get(list);
  await resetLoop(portal);
  const start = performance.now();
  const file = await visitor.get(`${list}/export.xlsx?rows=all`);
  const took = (performance.now() - start) / 1000;
  const { blocked, late } = await resetLoop(portal);
  const isWhole = file.status === 200 && file.body.subarray(-22).readUInt32LE() === 0x06054b50;
  if (!isWhole) throw new Error(`The export is no whole file: ${file.status}, ${file.body.byteLength} bytes`);
  const memory = peakMemory(portal.pid);
  const what = `xlsx, ${rows.toLocaleString("en-AU")} rows from the server`;
  return [
    rows === fullRows ? atMost(`${what}: time`, took, 8, seconds) : note(`${what}: time`, seconds(took)),
    ...(memory === undefined
      ? []
      : [atMost(`${what}: memory at its peak`, memory, 260 * 2 ** 20, megabytes)]),
    atMost(`${what}: longest block of the event loop`, blocked, 25, milliseconds),
    note(
      `${what}: the same with time waiting for a core; size of the file`,
      `${milliseconds(late)}, ${megabytes(file.body.byteLength)}`,
    ),
  ];
}

/** A string, since it runs in the page, before anything else. */
const watchTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask" });`;

const durations = z.array(z.number());

/** Presses the button once; milliseconds until the page reports the saved file, and its longest task. */
async function pressOnce(page: Page, url: string) {
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate("window.longTasks.length = 0");
  const start = await page.evaluate(() => {
    const link = [...document.querySelectorAll("a")].find((one) =>
      one.textContent?.includes("Download To Excel"),
    );
    const pressed = performance.now();
    link?.click();
    return pressed;
  });
  const saved = await page.waitForFunction(
    () =>
      [...document.querySelectorAll("[role=status]")].some((one) => one.textContent?.includes("Saved ")) &&
      performance.now(),
    undefined,
    { polling: "raf" },
  );
  // A long task is reported only once the next one has begun.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  const tasks = durations.parse(await page.evaluate("window.longTasks"));
  return { took: Number(await saved.jsonValue()) - start, longest: Math.max(0, ...tasks) };
}

/** The browser's own file of 1,000 products. */
async function inTheBrowser(
  browser: Browser,
  portal: Portal,
  visitor: Visitor,
  times: number,
): Promise<Line[]> {
  const runs: Awaited<ReturnType<typeof pressOnce>>[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const context = await browser.newContext();
    await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: portal.url })));
    const page = await context.newPage();
    await page.addInitScript({ content: watchTasks });
    runs.push(await pressOnce(page, portal.url + list));
    await context.close();
  }
  const what = "xlsx, 1,000 products in the browser";
  return [
    atMost(`${what}: time`, median(runs.map(({ took }) => took)) / 1000, 2, seconds),
    atMost(`${what}: longest task of the page`, median(runs.map(({ longest }) => longest)), 50, milliseconds),
  ];
}

/** Exports against their targets: the server's file of 100,000 rows, the browser's of 1,000. */
export async function measureExports({ quick }: { quick: boolean }): Promise<Line[]> {
  const rows = quick ? 20_000 : fullRows;
  const { portal, signedIn, stop } = await startMemoryStack(rows, watchedLoop);
  const browser = await startBrowser();
  try {
    const visitor = await signedIn("clerk");
    return [
      ...(await fromTheServer(portal, visitor, rows)),
      ...(await inTheBrowser(browser, portal, visitor, quick ? 1 : 3)),
    ];
  } finally {
    await browser.close();
    await stop();
  }
}
