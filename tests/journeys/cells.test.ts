import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";

const refusedProducts = "/products/refused?message=Category+is+not+mapped+for+this+channel";

const lists = [
  "/orders/",
  "/returns/",
  "/returns/credits",
  "/products",
  refusedProducts,
  "/edi/myer/interchanges",
  "/edi/myer/orders",
  "/store/CLK/products",
  "/store/CLK/orders",
  "/store/CLK/returns",
  "/store/CLK/shipments",
  "/store/CLK/customrules",
  "/store/MYR/interchanges",
  "/store/MYR/ediorders",
  "/audit",
];

/** Edge cases with ids that no shop gives: they may break. */
const edgeCases = "/returns/?order=ODD";

/**
 * Forbidden in a header and a row: a break inside a word or a time, and truncated text while a column of the same table is wider
 * than its rows need. Words longer than 24 letters may break.
 */
const faultsOf = (page: Page) =>
  page.locator("main table tbody").evaluateAll((bodies) => {
    const maxWordLength = 24;
    const inSight = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1;
    };
    const faults: string[] = [];
    const say = (what: string, cell: Element, text: string) =>
      faults.push(`${cell.getAttribute("data-label") ?? ""} ${what}: ${text.replace(/\s+/g, " ")}`);

    function findBroken(cell: Element) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? "";
        if (!node.parentElement || !inSight(node.parentElement)) continue;
        // An unusual name may break anywhere.
        if (getComputedStyle(node.parentElement).wordBreak === "break-all") continue;
        for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\u00a0.:,]+/gu)) {
          const before = text.slice(0, index).match(/\S*$/)?.[0] ?? "";
          const whole = before + (text.slice(index).match(/^\S+/)?.[0] ?? "");
          if (whole.length > maxWordLength && !word.includes("\u00a0")) continue;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (Math.max(...tops) - Math.min(...tops) > 4) say("breaks", cell, text);
        }
      }
    }

    /** The truncated text, and the missing width, in px. */
    function cutIn(cell: Element): { text: string; lacks: number }[] {
      return [...cell.querySelectorAll("*")].flatMap((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const lacks = element.scrollWidth - element.clientWidth;
        const isCut = overflowX === "hidden" && textOverflow === "ellipsis" && inSight(element) && lacks > 1;
        return isCut ? [{ text: element.textContent ?? "", lacks }] : [];
      });
    }

    /** The unused width of a cell, in px. */
    function freeIn(cell: Element): number {
      // Of texts and controls: boxes are as wide as their cell.
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const rects = [...cell.querySelectorAll("button, summary, svg, img, input, .badge, .btn")].map(
        (element) => element.getBoundingClientRect(),
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNode(node);
        rects.push(...range.getClientRects());
      }
      const rights = rects.filter(({ width }) => width > 1).map(({ right }) => right);
      const padding = Number.parseFloat(getComputedStyle(cell).paddingRight);
      return cell.getBoundingClientRect().right - padding - Math.max(...rights, 0);
    }

    for (const body of bodies) {
      const rows = [...body.querySelectorAll(":scope > tr")].filter((row) => row.children.length > 1);
      const columns = new Map<string, number>();
      for (const header of body.parentElement?.querySelectorAll(":scope > thead th") ?? [])
        findBroken(header);
      for (const row of rows) {
        for (const cell of row.querySelectorAll(":scope > td")) {
          const key = cell.getAttribute("data-label") ?? "";
          findBroken(cell);
          if (cell.className.includes("end")) continue;
          columns.set(key, Math.min(columns.get(key) ?? Number.POSITIVE_INFINITY, Math.max(0, freeIn(cell))));
        }
      }
      const free = [...columns]
        .filter(([, width]) => width > 8)
        .map(([key, width]) => [key, Math.round(width)]);
      const room = free.reduce((sum, [, width]) => sum + Number(width), 0);
      for (const row of rows) {
        for (const cell of row.querySelectorAll(":scope > td")) {
          for (const { text, lacks } of cutIn(cell)) {
            if (lacks <= room) say(`lacks ${lacks} px of ${room} free (${free.join(" ")})`, cell, text);
          }
        }
      }
    }
    return [...new Set(faults)];
  });

/** Fields, links and buttons of the filters that lie over one another. */
const overlapsOf = (page: Page) =>
  page.locator("form.filters").evaluate((form) => {
    const all = [
      ...form.querySelectorAll("label, input:not([type=hidden]), select, button, summary, a"),
    ].filter((one) => one.checkVisibility());
    return all.flatMap((one, at) =>
      all.slice(at + 1).flatMap((other) => {
        if (one.contains(other) || other.contains(one)) return [];
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isOver =
          a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return isOver
          ? [`${one.textContent || one.tagName} lies over ${other.textContent || other.tagName}`]
          : [];
      }),
    );
  });

/** The rows of a list are 40 px high, or 52 with two lines; those of products have pictures of 70 px. */
const maxRowHeight = (path: string) => (/\/(products\/refused|store\/CLK\/products)/.test(path) ? 132 : 74);

for (const [width, paths] of [
  [1440, lists],
  [1280, lists],
  [1024, [...lists, edgeCases]],
] as const) {
  test(`no row truncates text that has room, or breaks inside a word or a time, at ${width} px${width === 1440 ? " [screens#whole-words, screens#filters-apart]" : ""}`, {
    tag: "@scripting",
  }, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn("admin", "/audit");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("main table tbody tr").first()).toBeVisible();
      if (path !== edgeCases) expect.soft(await faultsOf(page), path).toEqual([]);
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overhang, `${path}: wider than the window, in px`).toBeLessThanOrEqual(0);
      expect.soft(await overlapsOf(page), path).toEqual([]);
      const heights = await page
        .locator("main table tbody tr")
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect
        .soft(heights.sort((one, other) => one - other)[heights.length >> 1], path)
        .toBeLessThanOrEqual(maxRowHeight(path));
    }
  });
}

test("the panel next to a list shows whole ids, and no table of it overflows, at 1440 px", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("admin", "/store/CLK/products");
  for (const path of ["/store/CLK/products", "/edi/myer/interchanges", "/edi/myer/orders"]) {
    await page.goto(path);
    await page.locator("main table tbody a").first().click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("button", { name: /^Copy / }).first()).toBeVisible();
    const faults = await panel.evaluate((element) => [
      ...[...element.querySelectorAll<HTMLInputElement>("input[readonly]")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ value }) => `cut: ${value}`),
      ...[...element.querySelectorAll("table")]
        .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
        .map(({ caption }) => `too wide: ${caption?.textContent}`),
    ]);
    expect.soft(faults, path).toEqual([]);
  }
});
