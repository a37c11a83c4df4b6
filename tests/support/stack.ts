import { startPlatform } from "./platform.ts";
import { startPortal } from "./portal.ts";
import { freePort } from "./processes.ts";
import { startRunPostgres } from "./runPostgres.ts";
import { ageSession } from "./session.ts";
import { frozenApi } from "./upstream/frozen.ts";
import { type Api, type Fault, startProxy } from "./upstream/proxy.ts";
import { Visitor } from "./visitor.ts";

/** The embedded platform's staff, by the local part of their email address. */
export type Staff = "admin" | "clerk" | "merch" | "labels" | "store" | "edi" | "norole" | "nameless";

/** The production build with an embedded platform of its own, and its staff; both read `environment`. */
export async function startPlatformStack(environment: Record<string, string> = {}) {
  const port = await freePort();
  const platform = await startPlatform({ appUrl: `http://localhost:${port}`, environment });
  const portal = await startPortal({ ...platform.environment, ...environment }, port).catch(
    async (error: unknown) => {
      await platform.stop();
      throw error;
    },
  );
  return {
    portal,
    platformUrl: platform.environment.PORTAL_API_URL,
    ediFolder: platform.ediFolder,
    /** A new session for `who`@utopia.example. */
    async signedIn(who: string): Promise<Visitor> {
      const visitor = new Visitor(portal.url);
      await visitor.signIn(`${who}@utopia.example`);
      return visitor;
    },
    async stop() {
      await portal.stop();
      await platform.stop();
    },
  };
}

export type PlatformStack = Awaited<ReturnType<typeof startPlatformStack>>;

/** The portal of a platform that stacks share: each stands behind a proxy that exchanges its own for this one. */
const sharedPortal = "http://127.0.0.1:9";

/**
 * A platform for stacks that only read it, as seeded, for the whole run, and the run's PostgreSQL. Workers get their URLs
 * from the environment, and start a platform of their own without it.
 */
export async function startSharedPlatform(): Promise<() => Promise<void>> {
  if (process.env.SHARED_PLATFORM_URL !== undefined) return async () => undefined;
  const stopPostgres = await startRunPostgres();
  // No return takes a step meanwhile.
  const { url, stop } = await startPlatform({ appUrl: sharedPortal, returnPace: 86_400 });
  process.env.SHARED_PLATFORM_URL = url;
  return async () => {
    await stop();
    await stopPostgres();
  };
}

/**
 * A platform for the portal at `appUrl`, behind a proxy that records, fails on demand, and overrides calls by `api`.
 */
export async function startUpstream(appUrl: string, environment: Record<string, string> = {}, api?: Api) {
  const proxy = await startProxy(() => platform.url, api);
  const platform = await startPlatform({
    appUrl,
    environment: { ...environment, APP_URL: appUrl, PLATFORM_PUBLIC_URL: proxy.origin },
  });
  return {
    ...proxy,
    async stop() {
      await platform.stop();
      await proxy.stop();
    },
  };
}

/**
 * The same with the production build; both read `environment`. With `api` the platform is the run's shared one, if there
 * is one: `api` answers all writes. Outside a run it brings its own PostgreSQL, in which sign-ins are made older.
 */
export async function startStack(environment: Record<string, string> = {}, api?: Api) {
  const stopPostgres = await startRunPostgres();
  const { upstream, portal } = await startParts(environment, api).catch(async (error: unknown) => {
    await stopPostgres();
    throw error;
  });
  return {
    upstream,
    portal,
    /**
     * A new session, from a sign-in at the identity provider ten minutes ago. `stores` is the response of the stores
     * call from the first page on.
     */
    async signedIn(who: Staff, { stores }: { stores?: Fault } = {}): Promise<Visitor> {
      const visitor = new Visitor(portal.url);
      if (stores) upstream.fail("/api/getstores/", stores);
      // Not Today, which reads everything.
      await visitor.signIn(`${who}@utopia.example`, "/store/");
      await ageSession(visitor, portal);
      return visitor;
    },
    async stop() {
      await portal.stop();
      await upstream.stop();
      await stopPostgres();
    },
  };
}

async function startParts(environment: Record<string, string>, api?: Api) {
  const port = await freePort();
  const appUrl = environment.APP_URL ?? `http://localhost:${port}`;
  const sharedUrl = process.env.SHARED_PLATFORM_URL;
  const upstream =
    api && sharedUrl !== undefined
      ? await startProxy(() => sharedUrl, api, { expected: sharedPortal, actual: appUrl })
      : await startUpstream(appUrl, environment, api);
  const portal = await startPortal(
    // Tests count only the calls of the pages that they open.
    { ...upstream.environment, TODAY_REFRESH_SECONDS: "0", APP_URL: appUrl, ...environment },
    port,
  );
  return { upstream, portal };
}

let shared: ReturnType<typeof startStack> | undefined;

/**
 * The stack that all files of a worker share, whose calls `api` answers for this file. Its changes to the upstream end
 * with `upstream.reset()`, which the next file begins with. A file with a stack of its own says why.
 */
export async function sharedStack(api: Api = frozenApi): ReturnType<typeof startStack> {
  shared ??= startStack({ LOG_LEVEL: "warn" }, api);
  const stack = await shared;
  stack.upstream.reset(api);
  return stack;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;
export type StartedUpstream = Awaited<ReturnType<typeof startUpstream>>;
