import { startPlatform } from "./platform.ts";
import { startPortal } from "./portal.ts";
import { freePort } from "./processes.ts";

/** One platform and one portal for the whole browser run; the workers find them by their URLs. */
export default async function startBrowserRun() {
  const port = await freePort();
  const platform = await startPlatform({ appUrl: `http://localhost:${port}` });
  const portal = await startPortal(platform.environment, port);
  process.env.TESTED_PORTAL_URL = portal.url;
  return async () => {
    await portal.stop();
    await platform.stop();
  };
}
