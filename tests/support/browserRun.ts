import { startPortalOnPlatform } from "./portalOnPlatform.ts";
import { newPrintCertificate, printFiles } from "./printCertificate.ts";

/**
 * One platform and one portal for the whole browser run; the workers find them by their URLs, and the
 * certificate that the portal signs print requests with by its text.
 */
export default async function startBrowserRun() {
  const pair = newPrintCertificate();
  const print = printFiles(pair);
  const { portal, stop } = await startPortalOnPlatform(print.environment);
  process.env.TESTED_PORTAL_URL = portal.url;
  process.env.TESTED_PRINT_CERTIFICATE = pair.certificate;
  return async () => {
    await stop();
    print.remove();
  };
}
