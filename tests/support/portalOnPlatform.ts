import { startPlatform } from "./platform.ts";
import { startPortal } from "./portal.ts";
import { freePort } from "./processes.ts";
import { Visitor } from "./visitor.ts";

/** The production build, working against an embedded platform of its own, and its staff; both read `environment`. */
export async function startPortalOnPlatform(environment: Record<string, string> = {}) {
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

export type PortalOnPlatform = Awaited<ReturnType<typeof startPortalOnPlatform>>;
