import { type Env, readEnv as readPortal } from "#app/readEnv.server.ts";
import { type PlatformEnv, readEnv as readPlatform } from "#platform/env.ts";
import { apiFindings } from "./api.ts";
import { authorityFindings } from "./authority.ts";
import { databaseFindings } from "./database.ts";
import { filesFinding } from "./files.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { folderFinding, nodeFinding, printFinding, secretFinding } from "./machine.ts";
import { redisFindings } from "./records.ts";

/** Settings that only a platform has: whoever sets one has one, whatever else is wrong. */
const ofPlatform = /^(PLATFORM_DATABASE_URL|PLATFORM_PUBLIC_URL|FILE_STORE_.+)$/;

type Variables = Record<string, string | undefined>;

/** No check takes longer, in milliseconds: each waits for few answers one after the other. */
const longestMs = 9_000;

const portalSettings = findingsAbout("Portal's configuration");
const platformSettings = findingsAbout("Platform's configuration");

/** The settings that a reader names as wrong, in one sentence; readers never show a value. */
const problemsOf = (problem: unknown): string =>
  (problem instanceof Error ? problem.message : String(problem))
    .split("\n")
    .slice(1)
    .map((line) => line.trim().replace(/\.$/, ""))
    .join("; ");

const mend = "Set them in .env or in the process's environment; .env.example says what each one means.";

function read<T>(
  reader: (variables: Variables) => T,
  variables: Variables,
  about: typeof portalSettings,
): [Finding, T?] {
  try {
    return [about.ok("Every setting that is needed is there and well-formed."), reader(variables)];
  } catch (problem) {
    return [about.wrong(`It does not start with these settings. ${problemsOf(problem)}.`, mend)];
  }
}

/** Whether this configuration is a platform's, too: it has settings of one, or the portal's API is at its address. */
const hasPlatform = (variables: Variables): boolean =>
  Object.keys(variables).some((name) => ofPlatform.test(name) && variables[name]) ||
  variables.PORTAL_API_URL?.replace(/\/+$/, "") === `http://localhost:${variables.PLATFORM_PORT || 4000}`;

/** Says so where a check takes longer than any should. */
async function bounded(about: string, check: Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding[]>((done) => {
    timer = setTimeout(
      () => done([findingsAbout(about).wrong("It did not come to an end.", "Run the check again.")]),
      longestMs,
    );
  });
  return Promise.race([check, tooLong]).finally(() => clearTimeout(timer));
}

const portalChecks = (portal: Env): Promise<Finding[]>[] => [
  Promise.resolve([secretFinding(portal.SESSION_SECRET)]),
  bounded("Identity provider", authorityFindings(portal)),
  bounded("Portal API", apiFindings(portal)),
  portal.SESSION_STORE_URL
    ? bounded("Record store", redisFindings(portal.SESSION_STORE_URL))
    : folderFinding("Record store", ".data", "SESSION_STORE_URL keeps records in Redis").then((one) => [one]),
  printFinding(portal, Date.now()).then((one) => [one]),
];

const platformChecks = ({
  databaseUrl,
  dataDirectory,
  ediFolder,
  files,
}: PlatformEnv): Promise<Finding[]>[] => [
  databaseUrl
    ? bounded("Database", databaseFindings(databaseUrl))
    : folderFinding("Database", dataDirectory, "PLATFORM_DATA_DIR").then((one) => [one]),
  folderFinding("EDI files", ediFolder, "PLATFORM_EDI_FOLDER").then((one) => [one]),
  bounded(
    "Files",
    filesFinding(files).then((one) => [one]),
  ),
];

/**
 * Looks at everything that this configuration names, all at once, and says how each stands. Reads settings as
 * `npm start` and the platform do. What settings that are wrong would name is not looked at.
 */
export async function examine(variables: Variables): Promise<Finding[]> {
  const [portalFinding, portal] = read(readPortal, variables, portalSettings);
  const [platformFinding, platform] = read(readPlatform, variables, platformSettings);
  const withPlatform = hasPlatform(variables);
  const checks = [
    ...(portal ? portalChecks(portal) : []),
    ...(withPlatform && platform ? platformChecks(platform) : []),
  ];
  return [
    nodeFinding(process.versions.node),
    portalFinding,
    ...(withPlatform ? [platformFinding] : []),
    ...(await Promise.all(checks)).flat(),
  ];
}
