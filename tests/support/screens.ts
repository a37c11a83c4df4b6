import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";

/** The automatable rules of WCAG 2.2 AA, and best practices. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(rules)
    // No page has a cross-origin frame: one run in the page suffices, without a second page for the report.
    .setLegacyMode()
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
}

/** Waits for hydration: the shortcut of Find only works with scripting. */
export async function expectToListen(page: Page) {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("banner").getByRole("search").locator("input");
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  }).toPass();
}

/**
 * Tabs backwards through the focusable elements in `place`, each time from a position scrolled beneath the sticky
 * `cover`: none stays obscured when focused (WCAG 2.4.11).
 */
export async function expectFocusInSight(page: Page, place: string, cover: string) {
  const stops = page.locator(place).locator("a[href], button, summary, input").filter({ visible: true });
  let covered = 0;
  for (let last = (await stops.count()) - 1; last > 0 && covered < 3; last -= 1) {
    const goal = await stops.nth(last - 1).elementHandle();
    await stops.nth(last).evaluate((stop) => (stop as HTMLElement).focus({ preventScroll: true }));
    const isCovered = await page.locator(cover).evaluate((head, above) => {
      if (!above || head.contains(above)) return false;
      const scroller = above.closest(".dialog-content") ?? document.documentElement;
      const { top, bottom } = head.getBoundingClientRect();
      scroller.scrollBy(0, above.getBoundingClientRect().top - top);
      return above.getBoundingClientRect().bottom <= bottom + 1;
    }, goal);
    if (!isCovered) continue;
    covered += 1;
    await page.keyboard.press("Shift+Tab");
    const { focused, under } = await page.locator(cover).evaluate((head) => {
      const at = document.activeElement;
      const isUnder = (at?.getBoundingClientRect().top ?? 0) < head.getBoundingClientRect().bottom - 1;
      return { focused: at?.outerHTML.slice(0, 200), under: isUnder };
    });
    expect(under, focused).toBe(false);
  }
  expect(covered).toBeGreaterThan(0);
}

/** Waits until the list requested last has replaced the older one. */
export async function expectEach(rows: Locator, words: string | RegExp) {
  await expect(rows.filter({ hasNotText: words })).toHaveCount(0);
  await expect(rows.first()).toContainText(words);
}

/** The text spacing that must not lose content (WCAG 1.4.12). */
const farApart =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
  "p { margin-bottom: 2em !important }";

/**
 * Neither the page nor its dialog scrolls horizontally on a narrow or a wide phone, whose widths equal a desktop at 400
 * % and 200 %, nor with wider text spacing.
 */
export async function expectToFitPhones(page: Page, what: string) {
  for (const width of [640, 390, 320]) {
    await page.setViewportSize({ width, height: 740 });
    const beyond = await page.evaluate((spacing) => {
      const measure = () =>
        [document.documentElement, ...document.querySelectorAll(".dialog-content")].map(
          (part) => part.scrollWidth - part.clientWidth,
        );
      const asItIs = measure();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(spacing);
      document.adoptedStyleSheets = [sheet];
      const spaced = measure();
      document.adoptedStyleSheets = [];
      return { asItIs: Math.max(...asItIs, 0), spaced: Math.max(...spaced, 0) };
    }, farApart);
    expect(beyond, `${what} at ${width} px`).toEqual({ asItIs: 0, spaced: 0 });
  }
}
