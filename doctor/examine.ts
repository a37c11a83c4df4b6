import { databaseFolder } from "#app/core/database/folder.server.ts";
import { missingMigrations as missingInPortal } from "#app/core/database/migrate.server.ts";
import { type Env, readEnv as readPortal } from "#app/core/readEnv.server.ts";
import { getInterchanges } from "#contract/ediPartner.ts";
import { getStores } from "#contract/stores.ts";
import { missingMigrations as missingInPlatform } from "#platform/database/migrate.ts";
import { type PlatformEnv, readEnv as readPlatform } from "#platform/env.ts";
import { authorityFindings } from "./authority.ts";
import { type DatabaseCheck, databaseFindings, sharedDatabaseFinding } from "./database.ts";
import { filesFinding } from "./files.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { folderFinding, nodeFinding, picturesFinding, printFinding, secretFinding } from "./machine.ts";
import { ask, type Reached, whyNoAnswer } from "./reach.ts";

/** Settings that only a platform has: setting one means there is one, whatever else is wrong. */
const ofPlatform = /^(PLATFORM_DATABASE_URL|PLATFORM_PUBLIC_URL|FILE_STORE_.+)$/;

type Variables = Record<string, string | undefined>;

/** The time limit of a check, in milliseconds: each waits for few responses one after the other. */
const maxMs = 9_000;

const portalSettings = findingsAbout("Portal's configuration");
const platformSettings = findingsAbout("Platform's configuration");

/** The settings that a parser rejects, in one sentence; parsers never show a value. */
const problemsOf = (problem: unknown): string =>
  (problem instanceof Error ? problem.message : String(problem))
    .split("\n")
    .slice(1)
    .map((line) => line.trim().replace(/\.$/, ""))
    .join("; ");

const mend = "Set them in .env or in the process's environment; .env.example says what each one means.";

/** Placeholders for invalid required settings, so that the others can be parsed; no check uses them. */
const standIns: Variables = {
  PORTAL_API_URL: "http://localhost:1",
  SESSION_SECRET: "a stand-in, so that other checks go on",
};

/** Parsed settings, and the names of invalid ones. */
type ReadSettings<T> = { finding: Finding; settings: T | undefined; wrong: ReadonlySet<string> };

function read<T>(
  reader: (variables: Variables) => T,
  variables: Variables,
  about: typeof portalSettings,
): ReadSettings<T> {
  try {
    const settings = reader(variables);
    const finding = about.ok("Every setting that is needed is there and well-formed.");
    return { finding, settings, wrong: new Set() };
  } catch (problem) {
    const problems = problemsOf(problem);
    const names = problems.split("; ").map((one) => one.replace(/:.*$/, ""));
    const others = { ...variables, ...Object.fromEntries(names.map((name) => [name, standIns[name]])) };
    return {
      finding: about.wrong(`It does not start with these settings. ${problems}.`, mend),
      settings: readOthers(reader, others),
      wrong: new Set(names),
    };
  }
}

/** The remaining settings; undefined where even these are inconsistent. */
function readOthers<T>(reader: (variables: Variables) => T, variables: Variables): T | undefined {
  try {
    return reader(variables);
  } catch {
    // Their problems have been reported already.
    return undefined;
  }
}

/** Whether this configuration includes a platform: it has settings of one, or the portal's API is at its address. */
const hasPlatform = (variables: Variables): boolean =>
  Object.keys(variables).some((name) => ofPlatform.test(name) && variables[name]) ||
  variables.PORTAL_API_URL?.replace(/\/+$/, "") === `http://localhost:${variables.PLATFORM_PORT || 4000}`;

/** Reports a check that exceeds the time limit. */
async function bounded(about: string, check: Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding[]>((done) => {
    timer = setTimeout(
      () => done([findingsAbout(about).wrong("It did not come to an end.", "Run the check again.")]),
      maxMs,
    );
  });
  return Promise.race([check, tooLong]).finally(() => clearTimeout(timer));
}

const one = async (finding: Promise<Finding>): Promise<Finding[]> => [await finding];

/** A check, and its required settings. */
type Check<T> = { needs: readonly string[]; look: (settings: T) => Promise<Finding[]> };

export const portalDatabase: DatabaseCheck = {
  owner: "Portal",
  setting: "PORTAL_DATABASE_URL",
  missingMigrations: missingInPortal,
};
const platformDatabase: DatabaseCheck = {
  owner: "Platform",
  setting: "PLATFORM_DATABASE_URL",
  missingMigrations: missingInPlatform,
};

const portalChecks: readonly Check<Env>[] = [
  { needs: ["SESSION_SECRET"], look: async (portal) => [secretFinding(portal.SESSION_SECRET)] },
  {
    needs: ["APP_URL", "MICROSOFT_AUTHORITY", "MICROSOFT_TENANT_ID"],
    look: (portal) => bounded("Identity provider", authorityFindings(portal)),
  },
  { needs: ["PORTAL_API_URL"], look: (portal) => bounded("Portal API", apiFindings(portal)) },
  {
    needs: ["PORTAL_DATABASE_URL"],
    look: ({ PORTAL_DATABASE_URL: url }) =>
      url
        ? bounded("Portal's database", databaseFindings(portalDatabase, url))
        : one(
            folderFinding(
              "Portal's database",
              databaseFolder,
              "PORTAL_DATABASE_URL names a PostgreSQL instead",
            ),
          ),
  },
  { needs: [], look: (portal) => one(printFinding(portal, Date.now())) },
  { needs: ["PICTURE_HOSTS"], look: async (portal) => picturesFinding(portal) },
];

const platformChecks: readonly Check<PlatformEnv>[] = [
  {
    needs: ["PLATFORM_DATABASE_URL"],
    look: ({ databaseUrl, dataDirectory }) =>
      databaseUrl
        ? bounded("Platform's database", databaseFindings(platformDatabase, databaseUrl))
        : one(folderFinding("Platform's database", dataDirectory, "PLATFORM_DATA_DIR")),
  },
  { needs: [], look: ({ ediFolder }) => one(folderFinding("EDI files", ediFolder, "PLATFORM_EDI_FOLDER")) },
  {
    needs: [
      "FILE_STORE_URL",
      "FILE_STORE_ENDPOINT",
      "FILE_STORE_REGION",
      "FILE_STORE_KEY_ID",
      "FILE_STORE_SECRET",
    ],
    look: ({ files }) => bounded("Files", one(filesFinding(files))),
  },
];

const started = <T>(
  checks: readonly Check<T>[],
  { settings, wrong }: ReadSettings<T>,
): Promise<Finding[]>[] =>
  settings === undefined
    ? []
    : checks.flatMap(({ needs, look }) => (needs.some((name) => wrong.has(name)) ? [] : [look(settings)]));

/**
 * Runs all checks of this configuration, in parallel, and reports each finding. Parses settings as `npm start` and the
 * platform do. Checks with invalid settings are skipped; all others run.
 */
export async function examine(variables: Variables): Promise<Finding[]> {
  const portal = read(readPortal, variables, portalSettings);
  const platform = read(readPlatform, variables, platformSettings);
  const withPlatform = hasPlatform(variables);
  const checks = [
    ...started(portalChecks, portal),
    ...(withPlatform ? started(platformChecks, platform) : []),
  ];
  return [
    nodeFinding(process.versions.node),
    portal.finding,
    ...(withPlatform ? [platform.finding] : []),
    ...(await Promise.all(checks)).flat(),
    ...sharedDatabaseFinding(portal.settings?.PORTAL_DATABASE_URL, platform.settings?.databaseUrl),
  ];
}

type Base = { about: string; setting: "PORTAL_API_URL" | "EDI_API_URL"; path: string };

const bases: readonly Base[] = [
  { about: "Portal API", setting: "PORTAL_API_URL", path: getStores.path },
  { about: "EDI API", setting: "EDI_API_URL", path: getInterchanges.path },
];

/** Classifies an API by its response to a documented call without a token. */
function findingOf({ about, setting, path }: Base, { status, headers }: Reached): Finding {
  const api = findingsAbout(about);
  const check = `See that ${setting} is the base that stands before /api, without it.`;
  if (status === 401 || status === 403)
    return api.ok(`The API answers, and asks for a token (status ${status}), as it should.`);
  if (status >= 500)
    return api.wrong(
      `The API answers ${path} with ${status}: it is in trouble itself.`,
      "Look at the API's own log, or ask whoever looks after it.",
    );
  if (status >= 300 && status < 400)
    return api.wrong(
      `${setting} leads on to another address, which the portal does not follow.`,
      `Set ${setting} to the address it leads to.`,
    );
  if (status >= 200 && status < 300 && headers.get("content-type")?.includes("json"))
    return api.warning(
      `The API answers ${path} without a token: anybody who reaches it can read.`,
      "Have the API ask for a bearer token of the identity provider.",
    );
  return api.wrong(`What ${setting} names does not know ${path} (status ${status}).`, check);
}

/** Whether each API is reachable and answers a documented call; one address is called once. */
function apiFindings(portal: Pick<Env, "PORTAL_API_URL" | "EDI_API_URL">): Promise<Finding[]> {
  const checkedBases = portal.EDI_API_URL === portal.PORTAL_API_URL ? bases.slice(0, 1) : bases;
  return Promise.all(
    checkedBases.map(async (base) => {
      try {
        return findingOf(base, await ask(portal[base.setting] + base.path));
      } catch (problem) {
        return findingsAbout(base.about).wrong(
          `The API cannot be reached: ${whyNoAnswer(problem)}.`,
          `See that ${base.setting} is right, that the API runs, and that this machine may reach it.`,
        );
      }
    }),
  );
}
