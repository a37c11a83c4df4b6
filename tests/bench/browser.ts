import { brotliCompressSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { request } from "undici";
import { chromiumOptions } from "../support/chromium.ts";
import { median } from "./table.ts";

export type Cookies = { name: string; value: string }[];

export type Opened = {
  /** Requests that block the first row: the page itself and render-blocking ones. */
  awaited: number;
  /** Requests started before the first row was painted, including the page itself, without pictures. */
  begun: number;
  /** Milliseconds from the start of the navigation. */
  firstRow: number;
  interactive: number | undefined;
  page2: number;
};

export const startBrowser = () => chromium.launch({ ...chromiumOptions(), headless: true });

/** 4× slower CPU, 1.6 Mbit/s, 150 ms: the slow machine of the targets. */
export async function slowDown(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 1_600_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Marks the moment at which React has hydrated the page's main part. A string, since it runs in the page. */
const watchHydration = `
  (function look() {
    const part = document.querySelector("main, h1");
    const taken = part && Object.keys(part).some((key) => key.startsWith("__reactProps"));
    if (taken) performance.mark("interactive");
    else requestAnimationFrame(look);
  })()`;

/** Opens a list with an empty cache, then its second page, and measures both. */
export async function openList(
  browser: Browser,
  url: string,
  { cookies, scripts, next }: { cookies: Cookies; scripts: boolean; next: boolean },
): Promise<Opened> {
  const context = await browser.newContext({ javaScriptEnabled: scripts });
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
    const page = await context.newPage();
    await slowDown(context, page);
    if (scripts) await page.addInitScript({ content: watchHydration });
    await page.goto(url, { waitUntil: "load" });
    if (scripts) await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
    // On a busy machine it may come after the page has loaded.
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const shown = await page.evaluate(() => {
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
      const before = performance
        .getEntriesByType("resource")
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => entry.startTime <= painted && entry.initiatorType !== "img");
      return {
        firstRow: painted,
        begun: before.length + 1,
        awaited:
          before.filter((entry) => Reflect.get(entry, "renderBlockingStatus") === "blocking").length + 1,
        interactive: performance.getEntriesByName("interactive")[0]?.startTime,
      };
    });
    return { ...shown, page2: next ? await openNext(page) : Number.NaN };
  } finally {
    await context.close();
  }
}

/**
 * Opens the second page. Returns milliseconds from the press to the frame with its first row, both measured in the
 * page, so that Playwright's overhead on a slow machine does not count.
 */
async function openNext(page: Page): Promise<number> {
  // Idle requests of the first page count for it.
  await page.waitForLoadState("networkidle");
  const before = await page.evaluate(() => document.querySelector("tbody tr")?.textContent ?? "");
  const began = await page.evaluate(() => {
    const next = [...document.querySelectorAll("a")].find((link) =>
      /Next page/.test(link.getAttribute("aria-label") ?? link.textContent ?? ""),
    );
    const pressed = performance.timeOrigin + performance.now();
    next?.click();
    return pressed;
  });
  const shown = await page.waitForFunction(
    (first) => {
      const row = document.querySelector("tbody tr");
      return row !== null && row.textContent !== first && performance.timeOrigin + performance.now();
    },
    before,
    { polling: "raf" },
  );
  return Number(await shown.jsonValue()) - began;
}

export async function openOften(times: number, open: () => Promise<Opened>): Promise<Opened> {
  const all: Opened[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push(await open());
  const interactive = all.flatMap((one) => (one.interactive === undefined ? [] : [one.interactive]));
  return {
    awaited: median(all.map((one) => one.awaited)),
    begun: median(all.map((one) => one.begun)),
    firstRow: median(all.map((one) => one.firstRow)),
    interactive: interactive.length > 0 ? median(interactive) : undefined,
    page2: median(all.map((one) => one.page2)),
  };
}

/** Every script and style sheet of a page load, in bytes. */
export async function bytesOf(browser: Browser, url: string, cookies: Cookies) {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
    const page = await context.newPage();
    const scripts = new Set<string>();
    const styles = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "script" || /\.js$/.test(new URL(request.url()).pathname))
        scripts.add(request.url());
      if (/\.css$/.test(new URL(request.url()).pathname)) styles.add(request.url());
    });
    await page.goto(url, { waitUntil: "networkidle" });
    const panels = new Set([...styles].filter((address) => address.includes("/details-")));
    return {
      scripts: await sizes(scripts),
      styles: await sizes(styles),
      /** The sheet of panels, which a list gets once it is interactive. */
      panelStyles: await sizes(panels),
      styleCount: styles.size - panels.size,
      urls: [...scripts],
    };
  } finally {
    await context.close();
  }
}

/** `served` as the server compresses them, `small` with brotli's best compression. */
async function sizes(urls: Set<string>): Promise<{ served: number; small: number }> {
  const sum = { served: 0, small: 0 };
  for (const url of urls) {
    const served = await request(url, { headers: { "accept-encoding": "br" } });
    sum.served += (await served.body.arrayBuffer()).byteLength;
    const plain = await request(url);
    sum.small += brotliCompressSync(await plain.body.arrayBuffer()).byteLength;
  }
  return sum;
}
