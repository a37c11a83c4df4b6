import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { newPrintCertificate, printFiles } from "./printCertificate.ts";
import { startPlatformStack, startSharedPlatform } from "./stack.ts";

const demoPartners = async () =>
  z.array(z.looseObject({})).parse(JSON.parse(await readFile("packages/platform/partners.json", "utf8")));

/** Partners of one journey each, so that lists and numbers of others stay unchanged. */
const ownPartners = ["REVIEWSCRIPTING", "REVIEWNOSCRIPTING"].map((identification) => ({
  ...{ name: `Partner ${identification}`, identification, qualifier: "ZZ" },
  ...{ our_identification: "UTOPIA", our_qualifier: "ZZ", store: "MYR" },
}));

/**
 * One platform and one portal for the whole browser run, and the platform that the workers' stacks share. The workers
 * get their URLs, the partners' folder, and the certificate with which every portal of the run signs print requests.
 */
export default async function startBrowserRun() {
  const pair = newPrintCertificate();
  const print = printFiles(pair);
  const stopShared = await startSharedPlatform();
  const home = await mkdtemp(join(tmpdir(), "partners-"));
  const partners = join(home, "partners.json");
  await writeFile(partners, JSON.stringify([...(await demoPartners()), ...ownPartners]));
  const { portal, ediFolder, stop } = await startPlatformStack({
    ...print.environment,
    PLATFORM_EDI_PARTNERS: partners,
  });
  process.env.TESTED_PORTAL_URL = portal.url;
  process.env.TESTED_EDI_FOLDER = ediFolder;
  process.env.TESTED_PRINT_CERTIFICATE = pair.certificate;
  process.env.TESTED_PRINT_ENVIRONMENT = JSON.stringify(print.environment);
  return async () => {
    await stop();
    await stopShared();
    print.remove();
    await rm(home, { recursive: true, force: true });
  };
}
