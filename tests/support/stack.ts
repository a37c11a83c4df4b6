import { startPlatform } from "./platform.ts";
import { startPortal } from "./portal.ts";
import { freePort } from "./processes.ts";
import { ageSession } from "./session.ts";
import { type UpstreamStaffKey, upstreamStaff } from "./upstream/staff.ts";
import { type Api, type Fault, startUpstream } from "./upstream/start.ts";
import { Visitor } from "./visitor.ts";

/** The production build, working against the tests' own upstream, and people who are signed in to it. */
export async function startStack(environment: Record<string, string> = {}, api?: Api) {
  const upstream = await startUpstream(api ? { api } : {});
  const portal = await startPortal({ ...upstream.environment, ...environment });
  return {
    upstream,
    portal,
    /**
     * A session of its own, got through the upstream's sign-in pages ten minutes ago. `stores` is what the call of
     * the stores answers from the first page on.
     */
    async signedIn(who: UpstreamStaffKey, { stores }: { stores?: Fault } = {}): Promise<Visitor> {
      const visitor = new Visitor(portal.url);
      if (stores) upstream.fail("/api/getstores/", stores);
      await visitor.signIn(upstreamStaff[who].name);
      await ageSession(visitor, portal);
      return visitor;
    },
    async stop() {
      await portal.stop();
      await upstream.stop();
    },
  };
}

let shared: ReturnType<typeof startStack> | undefined;

/**
 * The one that all files of a worker share: started by the first of them, and ended with the worker. What a file changes at
 * the upstream ends with `upstream.reset()`, which the next file that asks for it begins with. A file that starts one of its
 * own says why.
 */
export async function sharedStack(): ReturnType<typeof startStack> {
  shared ??= startStack();
  const stack = await shared;
  stack.upstream.reset();
  return stack;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The production build, working against an embedded platform of its own, and its staff; both read `environment`. */
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
    /** A session of its own for `who`@utopia.example. */
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
