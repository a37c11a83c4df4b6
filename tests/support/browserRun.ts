import { startPlatform } from "./platform.ts";
import { startPortal } from "./portal.ts";
import { newPrintCertificate, printFiles } from "./printCertificate.ts";
import { freePort } from "./processes.ts";

/**
 * One platform and one portal for the whole browser run; the workers find them by their URLs, and the
 * certificate that the portal signs print requests with by its text.
 */
export default async function startBrowserRun() {
  const port = await freePort();
  const platform = await startPlatform({ appUrl: `http://localhost:${port}` });
  const pair = newPrintCertificate();
  const print = printFiles(pair);
  const portal = await startPortal({ ...platform.environment, ...print.environment }, port);
  process.env.TESTED_PORTAL_URL = portal.url;
  process.env.TESTED_PRINT_CERTIFICATE = pair.certificate;
  return async () => {
    await portal.stop();
    await platform.stop();
    print.remove();
  };
}
