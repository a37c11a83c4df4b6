import { type Browser, chromium, type Page } from "@playwright/test";
import { markdownTable } from "../bench/table.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { publish } from "../support/reliabilityTable.ts";
import { type Stack, startStack } from "../support/stack.ts";
import type { Json } from "../support/upstream/proxy.ts";
import { findScreens, type Screen, sessionCalls } from "./screens.ts";

/*
 * Hostile data in every field on every screen, in a real browser: `npm run hostile [-- --write] [-- screen]`. A screen passes if
 * nothing of the data ran, was loaded or changed the page's structure, and the page has its menu and is as wide as the window.
 */

const trap = "https://tripwire.example";

const texts: Record<string, string> = {
  "a script": `</script></textarea></title><script>tripwire()</script>`,
  "an element with a handler": `"'><img src="${trap}/image" onerror="tripwire()"><svg onload=tripwire()>`,
  "an address that runs": "javascript:tripwire()//",
  "a style": `</style><style>body{display:none}</style>" style="position:fixed;inset:0`,
  "a template, and a formula": `{{constructor.constructor('tripwire()')()}}\${tripwire()}=HYPERLINK("${trap}")`,
  "right to left, and without width": "\u202e\u2066\u200b\u200d\ufeff\u0000\u0007\ufffe\ud800",
  "300 letters without a space": "W".repeat(300),
};

/** By these a record is found, sorted or drawn: with another value it is another record, which is not this experiment. */
const identifying =
  /(^|[a-z_])(id|Id|ID|key|Key|code|Code|status|Status|state|type|Type|alias|stream|step|identifier|Identifier|href|cursor|version|reference|name|Name|value)$/;
const isPlain = /^(\d[\d.:TZ+-]*|)$/;

/** Every text of an answer with `text` behind it; `isWhole` changes those by which records are found as well. */
function hostile(value: Json, text: string, isWhole: boolean, key = ""): unknown {
  if (typeof value === "string")
    return isPlain.test(value) || (!isWhole && identifying.test(key) && !/\s/.test(value))
      ? value
      : value + text;
  if (Array.isArray(value)) return value.map((one) => hostile(one, text, isWhole, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, hostile(one, text, isWhole, name)]),
  );
}

/** What a page does that its data may not make it do. */
async function watch(page: Page) {
  const seen: string[] = [];
  // What the compiler of this program puts around names.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(() => {
    Object.assign(window, { tripwire: () => document.documentElement.setAttribute("data-tripped", "") });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // The schema library tries once whether it may compile; no data has a part in it.
      if (blockedURI !== "eval")
        document.documentElement.setAttribute("data-refused", `${violatedDirective} ${blockedURI}`);
    });
  });
  page.on("dialog", (dialog) => {
    seen.push("opened a dialog");
    void dialog.dismiss();
  });
  page.on("pageerror", ({ message }) => seen.push(`failed: ${message.slice(0, 80)}`));
  page.on("request", (request) => {
    if (request.url().startsWith(trap)) seen.push(`requested ${request.url()}`);
  });
  return seen;
}

/** What is wrong with the open page. */
const problemsOn = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root, body } = document;
    const found: string[] = [];
    if (root.hasAttribute("data-tripped")) found.push("ran the data");
    if (root.hasAttribute("data-refused")) found.push(`tried ${root.getAttribute("data-refused")}`);
    if (!document.querySelector("main") || !document.querySelector("nav")) found.push("lost its frame");
    if (getComputedStyle(body).display === "none") found.push("was hidden by a style of the data");
    if (document.querySelector("main [onerror], main [onload], main img[src^='https://tripwire.example']"))
      found.push("has an element of the data");
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href], form[action]"))
      if (/^\s*javascript:/i.test(link.getAttribute("href") ?? link.getAttribute("action") ?? ""))
        found.push("has an address that runs");
    if (root.scrollWidth > root.clientWidth + 1) {
      const beyond = [...document.querySelectorAll("main *")].filter(
        (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
      );
      const { localName, className } = beyond.findLast((one) => one.children.length > 0) ?? root;
      found.push(`is ${root.scrollWidth - root.clientWidth} px too wide (${localName}.${className})`);
    }
    return [...new Set(found)];
  });

async function open(page: Page, { address }: Screen, seen: string[]): Promise<string[]> {
  seen.length = 0;
  const response = await page.goto(address, { waitUntil: "load" });
  const problems = await problemsOn(page);
  const status = response?.status() ?? 0;
  return [...problems, ...new Set(seen), ...(status >= 500 ? [`answered ${status}`] : [])];
}

async function run(stack: Stack, browser: Browser, only: RegExp) {
  const admin = await stack.signedIn("admin");
  // Ending a session needs another one.
  await stack.signedIn("admin");
  await stack.signedIn("clerk");
  const screens = (await findScreens(stack, admin)).filter(({ screen }) => only.test(screen));
  const table: string[][] = [];
  const problems: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const row = [name];
    for (const isWhole of [false, true]) {
      const context = await browser.newContext({
        baseURL: stack.portal.url,
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      // The sign-in is the visitor's, so that its cookies are the browser's.
      await context.addCookies(admin.cookies().map((cookie) => ({ ...cookie, url: stack.portal.url })));
      const seen = await watch(page);
      stack.upstream.failEverywhere(
        { kind: "changed", change: (body) => hostile(body, text, isWhole) },
        sessionCalls,
      );
      let passed = 0;
      for (const screen of screens) {
        const found = await open(page, screen, seen);
        if (found.length === 0) passed += 1;
        else problems.push(`${name}${isWhole ? ", everywhere" : ""} · ${screen.screen}: ${found.join(", ")}`);
      }
      stack.upstream.reset();
      await context.close();
      row.push(`${passed} of ${screens.length}`);
    }
    table.push(row);
    process.stderr.write(`${row.join(" · ")}\n`);
  }
  return { table, problems };
}

const stack = await startStack();
const browser = await chromium.launch(chromiumOptions());
try {
  const only = process.argv.slice(2).find((one) => !one.startsWith("--"));
  const { table, problems } = await run(stack, browser, new RegExp(only ?? ""));
  publish("hostile", markdownTable(["Behind", "what people write", "every text"], table), problems);
} finally {
  await browser.close();
  await stack.stop();
}
