import type { Locator, Page } from "@playwright/test";
import { startPlatformStack } from "../support/stack.ts";
import { slowDown, startBrowser } from "./browser.ts";
import { median } from "./table.ts";

// Milliseconds from a press to the frame with its result, and to the next paint by Event Timing: with and without
// hovering for 250 ms before, on a fast machine and on a slow one behind a slow line: `npm run bench:presses [-- how
// often]`. Medians.

const times = Number(process.argv[2] ?? 7);
const restMs = 250;

type Press = {
  name: string;
  start: string;
  way?: (page: Page) => Locator;
  on: (page: Page) => Locator;
  /** A selector; with `words`, of an element with this text. */
  shows: string;
  words?: string;
};

const row = (page: Page) => page.locator("main tbody a[data-row]").nth(1);
const inPanel = (name: string) => (page: Page) =>
  page.getByRole("dialog").getByRole("link", { name, exact: true });
const openTab = "dialog.wide-panel nav a[aria-current=page]";
const aRow = "main tbody a[data-row]";
const presses: Press[] = [
  { name: "a return's panel", start: "/returns/", on: row, shows: openTab },
  { name: "an order's panel", start: "/orders/", on: row, shows: openTab },
  { name: "a product's panel", start: "/store/SDY/products", on: row, shows: openTab },
  { name: "an interchange's panel", start: "/edi/myer/interchanges/", on: row, shows: openTab },
  {
    name: "a tab",
    start: "/returns/",
    way: row,
    on: inPanel("History"),
    shows: `${openTab}[href*=history]`,
  },
  {
    name: "a panel closed",
    start: "/returns/",
    way: row,
    on: inPanel("Close"),
    shows: "body:not(:has(dialog.wide-panel))",
  },
  {
    name: "page 2",
    start: "/orders/",
    on: (page) => page.getByRole("link", { name: "Next page" }).first(),
    shows: ".pager [aria-live]",
    words: "Page: 2",
  },
  {
    name: "a confirm dialog",
    start: "/returns/?status=failed",
    way: row,
    on: (page) => page.getByRole("dialog").locator("a[href*='/actions/']").first(),
    shows: "dialog form[method=post] input[name=token]",
  },
  {
    name: "another list by the menu",
    start: "/orders/",
    on: (page) => page.locator("nav a[href='/returns/']").first(),
    shows: "h1",
    words: "Exchange",
  },
  {
    name: "what waits, from Today",
    start: "/today",
    way: (page) => page.locator("main details.card > summary").first(),
    on: (page) => page.locator("main details[open] a[href*='/returns/?status=hold']").first(),
    shows: aRow,
  },
];

const stack = await startPlatformStack({ PLATFORM_SEED: "demo" });
const browser = await startBrowser();
const clerk = await stack.signedIn("clerk");
const cookies = clerk.cookies().map((cookie) => ({ ...cookie, url: clerk.portalUrl }));

/** Measures from the next click to the first frame with the result, and to the next paint. */
const countTo = (page: Page, { shows, words = "" }: Press) =>
  page.evaluate(
    ([selector, wanted]) => {
      // The browser reports events of 16 ms or longer.
      document.body.dataset.painted = "16";
      new PerformanceObserver((list) => {
        const longest = list.getEntries().map(({ duration }) => duration);
        document.body.dataset.painted = String(Math.max(Number(document.body.dataset.painted), ...longest));
      }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
      // Named functions would need a compiler helper in the page.
      window.addEventListener(
        "click",
        ({ timeStamp }) =>
          new MutationObserver((_, observer) => {
            if (!document.querySelector(selector)?.textContent?.includes(wanted)) return;
            observer.disconnect();
            requestAnimationFrame(() => {
              document.body.dataset.took = String(performance.now() - timeStamp);
            });
          }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true }),
        { capture: true, once: true },
      );
    },
    [shows, words] as const,
  );

const middle = (all: number[]) => Math.round(median(all));

type Took = { shown: number; painted: number };

async function once(press: Press, isSlow: boolean, rests: boolean): Promise<Took> {
  const { start, way, on } = press;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  if (isSlow) await slowDown(context, page);
  await page.goto(stack.portal.url + start);
  await page.waitForLoadState("networkidle");
  if (way) await way(page).click();
  const target = on(page);
  await target.waitFor();
  await page.waitForTimeout(500);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`nothing to press at ${start}`);
  await countTo(page, press);
  await page.mouse.move(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2);
  if (rests) await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.mouse.up();
  const took = await page.waitForFunction(() => document.body.dataset.took);
  const shown = Number(await took.jsonValue());
  // Entries follow shortly after the paint.
  await page.waitForTimeout(300);
  const painted = Number(await page.evaluate(() => document.body.dataset.painted));
  await context.close();
  return { shown, painted };
}

const cases = [false, true].flatMap((isSlow) => [true, false].map((rests) => ({ isSlow, rests })));
const lines: string[] = [];
for (const press of presses) {
  const took = cases.map(() => [] as Took[]);
  // Cases alternate, so that other load on the machine affects all of them.
  for (let time = 0; time < times; time += 1)
    for (const [at, { isSlow, rests }] of cases.entries()) took[at]?.push(await once(press, isSlow, rests));
  const cells = took.map(
    (all) => `${middle(all.map(({ shown }) => shown))}, ${middle(all.map(({ painted }) => painted))}`,
  );
  lines.push(`| ${press.name} | ${cells.join(" | ")} |`);
}
process.stdout.write(
  `${["| ms from press to its result, to the next paint | full speed, hovered | full speed, at once | slow, hovered | slow, at once |", "|---|---|---|---|---|", ...lines].join("\n")}\n`,
);
await browser.close();
await stack.stop();
