import { chromium } from "@playwright/test";
import { startPlatform } from "./support/platform.ts";
import { startPortal } from "./support/portal.ts";
import { freePort } from "./support/processes.ts";
import { chromiumOptions } from "./support/chromium.ts";
import { Visitor } from "./support/visitor.ts";
const port = await freePort();
const platform = await startPlatform({ appUrl: `http://localhost:${port}`, seed: "demo" });
const portal = await startPortal({ ...platform.environment }, port);
const browser = await chromium.launch(chromiumOptions());
const session = async (who: string) => { const v = new Visitor(portal.url); await v.signIn(`${who}@utopia.example`); return v.cookies().map(c => ({ ...c, url: portal.url })); };
const shots: [string, string, string, number, number, ("dark" | "light")?, boolean?][] = JSON.parse(process.argv[2] ?? "[]");
const jar = new Map<string, any>();
for (const [name, who, path, w, h, scheme, noJs] of shots) {
  if (!jar.has(who)) jar.set(who, await session(who));
  const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme ?? "light", javaScriptEnabled: !noJs });
  await ctx.addCookies(jar.get(who));
  const page = await ctx.newPage();
  await page.goto(portal.url + path); await page.waitForTimeout(1500);
  if (path.includes("#first")) { await page.locator("tbody tr a").first().click(); await page.waitForTimeout(1500); }
  await page.screenshot({ path: `/tmp/shots/${name}.png` });
  await ctx.close();
}
await browser.close(); await portal.stop(); await platform.stop(); process.exit(0);
