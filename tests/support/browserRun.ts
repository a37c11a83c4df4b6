import { startPortalOnPlatform } from "./portalOnPlatform.ts";

/** One platform and one portal for the whole browser run; the workers find them by their URLs. */
export default async function startBrowserRun() {
  const { portal, stop } = await startPortalOnPlatform();
  process.env.TESTED_PORTAL_URL = portal.url;
  return stop;
}
