import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from "@playwright/test";
import { type Stack, type Staff, startStack } from "./stack.ts";
import { frozenApi } from "./upstream/frozen.ts";
import { Visitor } from "./visitor.ts";

/**
 * What Remix writes of a read that another navigation took the place of: before its answer had begun, or while it was
 * coming.
 */
const superseded = /^(AbortError|Uncaught): (signal is aborted without reason|BodyStreamBuffer was aborted)/;

/**
 * What a page asks by itself is refused once its session has ended; a page whose session goes on would say that it has
 * ended, and fail its test by that.
 */
const sessionEnded = /status of 401 .*\/(today|session|views)\/live/;

type TestFixtures = {
  /** The page's clock, to be installed. It can't be taken out of a browser context again, which ends with the test. */
  clock: Page["clock"];
  /** The person's session of this worker, got by a real sign-in; then `path` is opened. */
  signIn: (who: Staff, path?: string) => Promise<void>;
  /** A session that the test may end: nobody else has it. */
  signInAnew: (who: Staff, path?: string) => Promise<void>;
  /** The same, ten minutes ago, on the portal whose upstream fails on demand. */
  signInUpstream: (who: Staff, path?: string) => Promise<void>;
  /**
   * Names an error in the browser's console that this test is about. Any other one, an uncaught error or a
   * violation of the content security policy fails the test.
   */
  allowConsole: (pattern: RegExp) => void;
};

type Cookies = ReturnType<Visitor["cookies"]>;

type WorkerFixtures = {
  /** The browser context of the tests that went before: it has read the portal's scripts and styles already. */
  stored: { context?: BrowserContext };
  /** The cookies of each person who has signed in: one sign-in serves the tests that leave it as it is. */
  sessions: Map<string, Cookies>;
  /** A platform behind a proxy that fails on demand, and a portal that works against it. */
  stack: Stack;
};

async function cookiesOf(portalUrl: string | undefined, account: string): Promise<Cookies> {
  const visitor = new Visitor(portalUrl ?? "");
  await visitor.signIn(account);
  return visitor.cookies();
}

/** A context whose first page stays as it is: while it is open, its process and files serve the pages of all tests. */
async function openContext(browser: Browser, portalUrl = "") {
  const context = await browser.newContext();
  await (await context.newPage()).goto(`${portalUrl}/favicon.svg`);
  return context;
}

/**
 * Makes a context what it was when it was opened. What a test has put on its pages ends with them; a page that the test
 * closed itself was one of the portal at `portalUrl`.
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
      await use({});
    },
    { scope: "worker" },
  ],
  context: async ({ browser, browserName, stored, baseURL }, use, testInfo) => {
    // Only Chromium can be told to forget what a test left behind.
    if (browserName !== "chromium") {
      const once = await browser.newContext();
      await use(once);
      await once.close();
      return;
    }
    stored.context ??= await openContext(browser, baseURL);
    const { context } = stored;
    await use(context);
    if (stored.context !== context) await context.close();
    // A test that failed ends the worker, with all that it has: its page stays for the picture.
    else if (testInfo.status === testInfo.expectedStatus) await empty(context, baseURL);
  },
  clock: async ({ page, stored }, use) => {
    await use(page.clock);
    stored.context = undefined;
  },
  stack: [
    async ({ headless: _headless }, use) => {
      const print = JSON.parse(process.env.TESTED_PRINT_ENVIRONMENT ?? "{}");
      const stack = await startStack({ ...print, LOG_LEVEL: "warn" }, frozenApi);
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
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
      const hear = (message: ConsoleMessage) => {
        if (message.type() === "error") said.push(`${message.text()} (${message.location().url})`);
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

/** Whether this project runs scripts. */
export const isScripted = (project: string) => project !== "no-scripting";
