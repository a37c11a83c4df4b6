import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from "@playwright/test";
import { patience } from "#scripts/patience.mjs";
import { type Stack, type Staff, startStack } from "./stack.ts";
import { frozenApi } from "./upstream/frozen.ts";
import { Visitor } from "./visitor.ts";

/** Remix's log of a read superseded by another navigation, before or during its response. */
const superseded = /^(AbortError|Uncaught): (signal is aborted without reason|BodyStreamBuffer was aborted)/;

/**
 * A page's polls are refused once its session has ended. A page with a live session would show that it has ended, and
 * fail its test.
 */
const sessionEnded = /status of 401 .*\/(today|session|views)\/live/;

type TestFixtures = {
  /** A fake clock cannot be uninstalled from a browser context, so the context ends with the test. */
  clock: Page["clock"];
  /** The person's session of this worker, from a real sign-in; then opens `path`. */
  signIn: (who: Staff, path?: string) => Promise<void>;
  /** A session of its own, which the test may end. */
  signInAnew: (who: Staff, path?: string) => Promise<void>;
  /** The same, ten minutes old, on the portal whose upstream fails on demand. */
  signInUpstream: (who: Staff, path?: string) => Promise<void>;
  /**
   * Allows an expected console error. Any other one, an uncaught error or a violation of the content security policy
   * fails the test.
   */
  allowConsole: (pattern: RegExp) => void;
};

type Cookies = ReturnType<Visitor["cookies"]>;

type WorkerFixtures = {
  /**
   * The previous tests' browser contexts, by whether they run scripts, with the portal's files in their cache.
   */
  stored: Map<boolean | undefined, BrowserContext>;
  /** One sign-in per person serves all tests that don't change it. */
  sessions: Map<string, Cookies>;
  /** A platform behind a proxy that fails on demand, and its portal. */
  stack: Stack;
};

async function cookiesOf(portalUrl: string | undefined, account: string): Promise<Cookies> {
  const visitor = new Visitor(portalUrl ?? "");
  await visitor.signIn(account);
  return visitor.cookies();
}

/** The first page stays open: it keeps the renderer process and its cache for the pages of all tests. */
async function openContext(browser: Browser, portalUrl = "") {
  const context = await browser.newContext();
  await (await context.newPage()).goto(`${portalUrl}/favicon.svg`);
  return context;
}

/**
 * Resets a context. A test's changes to its pages end with them; a page that the test closed itself was one of the
 * portal at `portalUrl`.
 */
async function empty(context: BrowserContext, portalUrl = "") {
  const [first, ...others] = context.pages();
  if (!first) throw new Error("The page that stays open was closed");
  const session = await context.newCDPSession(first);
  const urls = [portalUrl, ...others.map((page) => page.url())].filter((url) => url.startsWith("http"));
  for (const page of others) await page.close();
  for (const origin of new Set(urls.map((url) => new URL(url).origin)))
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  baseURL: process.env.TESTED_PORTAL_URL,
  stored: [
    async ({ headless: _headless }, use) => {
      await use(new Map());
    },
    { scope: "worker" },
  ],
  javaScriptEnabled: async ({ javaScriptEnabled }, use, { tags }) => {
    await use(javaScriptEnabled && !tags.includes("@no-scripting"));
  },
  context: async ({ browser, browserName, stored, baseURL, javaScriptEnabled }, use, testInfo) => {
    // Only Chromium can clear storage by origin.
    if (browserName !== "chromium") {
      const once = await browser.newContext();
      await use(once);
      await once.close();
      return;
    }
    const context = stored.get(javaScriptEnabled) ?? (await openContext(browser, baseURL));
    stored.set(javaScriptEnabled, context);
    await use(context);
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    // The first page is the one that stays open.
    for (const page of hasFailed ? context.pages().slice(1) : [])
      await testInfo.attach(page.url(), { body: await page.screenshot(), contentType: "image/png" });
    if (stored.get(javaScriptEnabled) !== context) await context.close();
    // A failed test ends the worker with its pages.
    else if (!hasFailed) await empty(context, baseURL);
  },
  clock: async ({ page, stored, javaScriptEnabled }, use) => {
    await use(page.clock);
    stored.delete(javaScriptEnabled);
  },
  stack: [
    async ({ headless: _headless }, use) => {
      const print = JSON.parse(process.env.TESTED_PRINT_ENVIRONMENT ?? "{}");
      const stack = await startStack({ ...print, LOG_LEVEL: "warn" }, frozenApi);
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: patience(120_000) },
  ],
  sessions: [
    async ({ headless: _headless }, use) => {
      await use(new Map());
    },
    { scope: "worker" },
  ],
  signIn: async ({ context, page, sessions, baseURL }, use) => {
    await use(async (who, path = "/") => {
      const account = `${who}@utopia.example`;
      const cookies = sessions.get(account) ?? (await cookiesOf(baseURL, account));
      sessions.set(account, cookies);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseURL })));
      await page.goto(path);
    });
  },
  signInAnew: async ({ context, page, baseURL }, use) => {
    await use(async (who, path = "/") => {
      const cookies = await cookiesOf(baseURL, `${who}@utopia.example`);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseURL })));
      await page.goto(path);
    });
  },
  signInUpstream: async ({ context, page, stack }, use) => {
    await use(async (who, path = "/") => {
      const visitor = await stack.signedIn(who);
      await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: stack.portal.url })));
      await page.goto(stack.portal.url + path);
    });
    stack.upstream.reset();
  },
  allowConsole: [
    async ({ context }, use) => {
      const said: string[] = [];
      const allowed: RegExp[] = [superseded, sessionEnded];
      // A picture alone, as which the first page stays open, has no icon.
      const [firstPage] = context.pages();
      const hear = (message: ConsoleMessage) => {
        if (message.type() === "error" && message.page() !== firstPage)
          said.push(`${message.text()} (${message.location().url})`);
      };
      const hearError = (problem: WebError) => said.push(`Uncaught: ${problem.error().message}`);
      context.on("console", hear).on("weberror", hearError);
      await use((pattern) => void allowed.push(pattern));
      context.off("console", hear).off("weberror", hearError);
      const unexpected = said.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(unexpected, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const isScripted = (project: string) => project !== "no-scripting";
