import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { request } from "undici";
import { chromiumOptions } from "../support/chromium.ts";
import { median } from "./load.ts";

export type Cookies = { name: string; value: string }[];

export type Opened = {
  /** Requests begun before the first row was painted, the page itself among them. */
  requests: number;
  /** Milliseconds from the start of the navigation. */
  firstRow: number;
  interactive: number | undefined;
  page2: number;
};

export const startBrowser = () => chromium.launch({ ...chromiumOptions(), headless: true });

/** 4× slower CPU, 1.6 Mbit/s, 150 ms: the slow machine of the targets. */
async function slowDown(context: BrowserContext, page: Page) {
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

/** Marks the moment at which React has taken over the page's main part. */
const watchHydration = () => {
  const look = () => {
    const part = document.querySelector("main, h1");
    if (part && Object.keys(part).some((key) => key.startsWith("__reactProps"))) {
      performance.mark("interactive");
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Opens a list with an empty cache, then its second page, and says how long each took. */
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
    if (scripts) await page.addInitScript(watchHydration);
    await page.goto(url, { waitUntil: "load" });
    if (scripts) await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
    const shown = await page.evaluate(() => {
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const before = performance
        .getEntriesByType("resource")
        .filter((entry) => entry.startTime <= painted && entry instanceof PerformanceResourceTiming)
        .filter((entry) => !(entry instanceof PerformanceResourceTiming && entry.initiatorType === "img"));
      return {
        firstRow: painted,
        requests: before.length + 1,
        interactive: performance.getEntriesByName("interactive")[0]?.startTime,
      };
    });
    let page2 = Number.NaN;
    if (next) {
      const first = await page.locator("tbody tr").first().textContent();
      const began = performance.now();
      await page.getByRole("link", { name: "Next page" }).first().click();
      await page.waitForFunction(
        (before) => {
          const row = document.querySelector("tbody tr");
          return row !== null && row.textContent !== before;
        },
        first,
        { polling: "raf" },
      );
      page2 = performance.now() - began;
    }
    return { ...shown, page2 };
  } finally {
    await context.close();
  }
}

/** The medians of several openings. */
export async function openOften(times: number, open: () => Promise<Opened>): Promise<Opened> {
  const all: Opened[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push(await open());
  const interactive = all.flatMap((one) => (one.interactive === undefined ? [] : [one.interactive]));
  return {
    requests: median(all.map((one) => one.requests)),
    firstRow: median(all.map((one) => one.firstRow)),
    interactive: interactive.length > 0 ? median(interactive) : undefined,
    page2: median(all.map((one) => one.page2)),
  };
}

/** Every script and style sheet that a page loads by itself, in bytes as they come over the wire. */
export async function bytesOf(browser: Browser, url: string, cookies: Cookies) {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
    const page = await context.newPage();
    const scripts = new Set<string>();
    const styles = new Set<string>();
    page.on("request", (asked) => {
      if (asked.resourceType() === "script" || /\.js$/.test(new URL(asked.url()).pathname))
        scripts.add(asked.url());
      if (asked.resourceType() === "stylesheet") styles.add(asked.url());
    });
    await page.goto(url, { waitUntil: "networkidle" });
    return {
      scripts: await sizes(scripts),
      styles: await sizes(styles),
      styleCount: styles.size,
      urls: [...scripts],
    };
  } finally {
    await context.close();
  }
}

async function sizes(urls: Set<string>): Promise<number> {
  let sum = 0;
  for (const url of urls) {
    const answer = await request(url, { headers: { "accept-encoding": "br" } });
    sum += (await answer.body.arrayBuffer()).byteLength;
  }
  return sum;
}
