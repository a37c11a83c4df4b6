import { newPrintCertificate, printFiles } from "./printCertificate.ts";
import { startPlatformStack, startSharedPlatform } from "./stack.ts";

/**
 * One platform and one portal for the whole browser run, and the platform that the workers' stacks share. The workers
 * get their URLs, the partners' folder, and the certificate with which every portal of the run signs print requests.
 */
export default async function startBrowserRun() {
  const pair = newPrintCertificate();
  const print = printFiles(pair);
  const stopShared = await startSharedPlatform();
  const { portal, ediFolder, stop } = await startPlatformStack(print.environment);
  process.env.TESTED_PORTAL_URL = portal.url;
  process.env.TESTED_EDI_FOLDER = ediFolder;
  process.env.TESTED_PRINT_CERTIFICATE = pair.certificate;
  process.env.TESTED_PRINT_ENVIRONMENT = JSON.stringify(print.environment);
  return async () => {
    await stop();
    await stopShared();
    print.remove();
  };
}
