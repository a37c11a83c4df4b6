import { test as base, expect } from "@playwright/test";
import { type Portal, startPortal } from "./portal.ts";
import { ageSession } from "./session.ts";
import { type UpstreamStaffKey, upstreamStaff } from "./upstream/staff.ts";
import { startUpstream, type Upstream } from "./upstream/start.ts";
import { Visitor } from "./visitor.ts";

/** The embedded platform's staff, by the part of their address before the @. */
export type Staff = "admin" | "clerk" | "merch" | "labels" | "store" | "edi" | "norole" | "nameless";

/** What Remix writes of a read whose answer was still coming when another navigation took its place. */
const superseded = /^AbortError: signal is aborted without reason/;

export type OwnUpstream = { upstream: Upstream; portal: Portal };

type TestFixtures = {
  /** The person's session of this worker, got by a real sign-in; then `path` is opened. */
  signIn: (who: Staff, path?: string) => Promise<void>;
  /** A session that the test may end: nobody else has it. */
  signInAnew: (who: Staff, path?: string) => Promise<void>;
  /** The same, ten minutes ago, on the portal that works against the tests' own upstream. */
  signInUpstream: (who: UpstreamStaffKey, path?: string) => Promise<void>;
  /**
   * Names an error in the browser's console that this test is about. Any other one, an uncaught error or a
   * violation of the content security policy fails the test.
   */
  allowConsole: (pattern: RegExp) => void;
};

type Cookies = ReturnType<Visitor["cookies"]>;

type WorkerFixtures = {
  /** The cookies of each person who has signed in: one sign-in serves the tests that leave it as it is. */
  sessions: Map<string, Cookies>;
  /** An upstream that fails on demand, and a portal that works against it. */
  own: OwnUpstream;
};

async function cookiesOf(portalUrl: string | undefined, account: string): Promise<Cookies> {
  const visitor = new Visitor(portalUrl ?? "");
  await visitor.signIn(account);
  return visitor.cookies();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  baseURL: process.env.TESTED_PORTAL_URL,
  own: [
    async ({ headless: _headless }, use) => {
      const upstream = await startUpstream();
      const portal = await startPortal({ ...upstream.environment, LOG_LEVEL: "warn" });
      await use({ upstream, portal });
      await portal.stop();
      await upstream.stop();
    },
    { scope: "worker" },
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
  signInUpstream: async ({ context, page, own }, use) => {
    await use(async (who, path = "/") => {
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="70"/>';
      const picture = { contentType: "image/svg+xml", body };
      await context.route("https://images.example.test/**", (route) => route.fulfill(picture));
      const visitor = new Visitor(own.portal.url);
      await visitor.signIn(upstreamStaff[who].name);
      await ageSession(visitor, own.portal);
      await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: own.portal.url })));
      await page.goto(own.portal.url + path);
    });
    own.upstream.reset();
  },
  allowConsole: [
    async ({ context }, use) => {
      const said: string[] = [];
      const allowed: RegExp[] = [superseded];
      context.on("page", (page) => {
        page.on("console", (message) => {
          if (message.type() === "error") said.push(`${message.text()} (${message.location().url})`);
        });
        page.on("pageerror", (error) => said.push(`Uncaught: ${error.message}`));
      });
      await use((pattern) => void allowed.push(pattern));
      const unexpected = said.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(unexpected, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Whether this project runs scripts. */
export const isScripted = (project: string) => project !== "no-scripting";
