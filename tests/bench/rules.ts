import { startPlatformStack } from "../support/stack.ts";
import { startBrowser } from "./browser.ts";
import { atMost, type Line, late, median } from "./table.ts";

/** The seed's rule of fifty conditions. */
const rule = "/store/SNS/customrules/SNS-RULE-009";
const highest = 50;

/**
 * Milliseconds from each key press to its frame, from Event Timing (in steps of 8; entries under 16 are missing). A
 * string, since it runs in the page.
 */
const watchTyping = `
  window.typed = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") window.typed.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });`;

const pace = { delay: 60 };

/** Input latency in a rule of 50 conditions with the processor throttled to a quarter, from key press to paint. */
export async function measureRuleTyping({ quick }: { quick: boolean }): Promise<Line[]> {
  const { portal, signedIn, stop } = await startPlatformStack({ LOG_LEVEL: "warn" });
  const browser = await startBrowser();
  try {
    const visitor = await signedIn("merch");
    const context = await browser.newContext();
    await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: portal.url })));
    const page = await context.newPage();
    await page.addInitScript({ content: watchTyping });
    await page.goto(portal.url + rule, { waitUntil: "networkidle" });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const keys = quick ? 30 : 60;
    for (const field of ["Group 1, condition 1", "Group 3, condition 5", "Group 5, condition 10"]) {
      const operand = page.getByRole("group", { name: field, exact: true }).getByLabel("Operand");
      await operand.focus();
      for (let typed = 0; typed < keys / 3; typed += 10) {
        await page.keyboard.type("111111111", pace);
        await page.keyboard.press("Backspace", pace);
      }
    }
    const typed: unknown = await page.evaluate("window.typed");
    const reported = Array.isArray(typed) ? typed.map(Number) : [];
    const untold = Array.from({ length: Math.max(0, keys - reported.length) }, () => 16);
    const times = [...untold, ...reported];
    const what = "Typing in a rule of 50 conditions, slow:";
    return [
      atMost(`${what} median of ${times.length} keys`, median(times), highest),
      atMost(`${what} 95 of 100 keys`, late(times), highest),
    ];
  } finally {
    await browser.close();
    await stop();
  }
}
