import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connectPglite } from "#platform/database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { folderWith, listen, type Oddities, providerLike } from "#tests/support/brokenSetUp.ts";
import { newPrintCertificate } from "#tests/support/printCertificate.ts";
import { freePort, repository } from "#tests/support/processes.ts";
import { hasRedis, startRedis } from "#tests/support/redis.ts";
import { schemaFinding } from "./database.ts";
import { examine } from "./examine.ts";
import { exitCodeOf, type Finding } from "./finding.ts";
import { nodeFinding, printFinding } from "./machine.ts";

const origin = "http://localhost:3000";
const registered = `${origin}/auth/callback`;
const secret = "Zk3vQ9rT1xW7bN5mJ2cL8hF4dS6gP0aY";
const clientSecret = "the-client-secret-nobody-may-read";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function opened(answer: Parameters<typeof listen>[0]): Promise<string> {
  const { url, close } = await listen(answer);
  cleanUps.push(close);
  return url;
}

async function files(contents: Record<string, string>): Promise<string> {
  const { folder, remove } = await folderWith(contents);
  cleanUps.push(remove);
  return folder;
}

const nobody = async () => `http://127.0.0.1:${await freePort()}`;
const api = (status: number) =>
  opened((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end("{}");
  });
const provider = (odd: Oddities = {}) => opened(providerLike({ registered, ...odd }));

async function printPair(certificate: string, privateKey: string) {
  const folder = await files({ "certificate.pem": certificate, "key.pem": privateKey });
  return {
    PRINT_CERTIFICATE_FILE: join(folder, "certificate.pem"),
    PRINT_PRIVATE_KEY_FILE: join(folder, "key.pem"),
  };
}

/** A set-up in which nothing is wrong, but for what a case says otherwise. */
async function setUp(otherwise: Record<string, string | undefined> = {}) {
  const { certificate, privateKey } = newPrintCertificate();
  return {
    APP_URL: origin,
    PORTAL_API_URL: otherwise.PORTAL_API_URL ?? (await api(401)),
    MICROSOFT_AUTHORITY: otherwise.MICROSOFT_AUTHORITY ?? (await provider()),
    MICROSOFT_TENANT_ID: "tenant",
    MICROSOFT_CLIENT_SECRET: clientSecret,
    SESSION_SECRET: secret,
    ...(await printPair(certificate, privateKey)),
    ...otherwise,
  };
}

const about = (findings: readonly Finding[], name: string) => findings.find((one) => one.about === name);

test("nothing is wrong with a set-up in which everything answers", async () => {
  const findings = await examine(await setUp());
  expect(findings.filter(({ status }) => status === "wrong")).toEqual([]);
  expect(about(findings, "Redirect address")?.says).toBe(
    `The identity provider sends people back to ${registered}.`,
  );
  expect(exitCodeOf(findings)).toBe(0);
});

type Case = {
  name: string;
  broken: () => Promise<Record<string, string | undefined>>;
  about: string;
  status: "wrong" | "warning";
  says: string | RegExp;
  mend: RegExp;
};

const cases: Case[] = [
  {
    name: "an authority that nobody serves",
    broken: async () => ({ MICROSOFT_AUTHORITY: await nobody() }),
    about: "Identity provider",
    status: "wrong",
    says: "The identity provider cannot be reached: nothing listens there. Nobody can sign in.",
    mend: /MICROSOFT_AUTHORITY/,
  },
  {
    name: "a tenant that is not there",
    broken: async () => ({ MICROSOFT_TENANT_ID: "elsewhere" }),
    about: "Identity provider",
    status: "wrong",
    says: "MICROSOFT_AUTHORITY answers, but has no discovery document for the tenant of MICROSOFT_TENANT_ID (status 404).",
    mend: /directory \(tenant\) ID/,
  },
  {
    name: "an issuer of version 1",
    broken: async () => ({
      MICROSOFT_AUTHORITY: await provider({ issuer: "https://sts.windows.net/tenant/" }),
    }),
    about: "Identity provider",
    status: "wrong",
    says: "The discovery document names an issuer of version 1, and the portal reads tokens of version 2.",
    mend: /without a path/,
  },
  {
    name: "a provider without keys",
    broken: async () => ({ MICROSOFT_AUTHORITY: await provider({ keys: [] }) }),
    about: "Identity provider's keys",
    status: "wrong",
    says: "The identity provider publishes no key to check its tokens with (status 200).",
    mend: /jwks_uri/,
  },
  {
    name: "a clock that is off",
    broken: async () => ({ MICROSOFT_AUTHORITY: await provider({ ahead: 300 }) }),
    about: "Clock",
    status: "wrong",
    says: /^This machine's clock is (299|300|301) seconds behind the identity provider's\. Beyond 60 seconds no sign-in is accepted\.$/,
    mend: /timedatectl/,
  },
  {
    name: "a redirect address that is not registered",
    broken: async () => ({ APP_URL: "http://localhost:3999" }),
    about: "Redirect address",
    status: "wrong",
    says: "The identity provider does not accept http://localhost:3999/auth/callback as redirect address.",
    mend: /Register exactly http:\/\/localhost:3999\/auth\/callback under Authentication/,
  },
  {
    name: "a client secret that has expired",
    broken: async () => ({
      MICROSOFT_AUTHORITY: await provider({
        tokenAnswer: { status: 401, error: "invalid_client", words: "AADSTS7000222: expired" },
      }),
    }),
    about: "Client secret",
    status: "wrong",
    says: "The client secret has expired.",
    mend: /MICROSOFT_CLIENT_SECRET/,
  },
  {
    name: "an API that nobody serves",
    broken: async () => ({ PORTAL_API_URL: await nobody() }),
    about: "Portal API",
    status: "wrong",
    says: "The API cannot be reached: nothing listens there.",
    mend: /PORTAL_API_URL/,
  },
  {
    name: "an API base that is another service's",
    broken: async () => ({ PORTAL_API_URL: await api(404) }),
    about: "Portal API",
    status: "wrong",
    says: "What PORTAL_API_URL names does not know /api/getstores/ (status 404).",
    mend: /before \/api/,
  },
  {
    name: "an API that asks for no token",
    broken: async () => ({ PORTAL_API_URL: await api(200) }),
    about: "Portal API",
    status: "warning",
    says: "The API answers /api/getstores/ without a token: anybody who reaches it can read.",
    mend: /bearer token/,
  },
  {
    name: "a key of another certificate",
    broken: () => printPair(newPrintCertificate().certificate, newPrintCertificate().privateKey),
    about: "Print certificate",
    status: "wrong",
    says: "Labels cannot be signed. The certificate and the private key do not belong together.",
    mend: /PRINT_PRIVATE_KEY_FILE/,
  },
  {
    name: "Redis that is down",
    broken: async () => ({ SESSION_STORE_URL: (await nobody()).replace("http", "redis") }),
    about: "Record store",
    status: "wrong",
    says: "Redis cannot be reached: nothing listens there. Nobody can sign in, and nothing is taken.",
    mend: /SESSION_STORE_URL/,
  },
  {
    name: "a database that is down",
    broken: async () => ({
      PLATFORM_DATABASE_URL: (await nobody()).replace("http://", "postgres://utopia:password-of-it@"),
    }),
    about: "Database",
    status: "wrong",
    says: "The database cannot be used: nothing listens there.",
    mend: /PLATFORM_DATABASE_URL/,
  },
  {
    name: "a secret that is too short",
    broken: async () => ({ SESSION_SECRET: "short-secret" }),
    about: "Portal's configuration",
    status: "wrong",
    says: "It does not start with these settings. SESSION_SECRET: must have 32 characters or more.",
    mend: /\.env\.example/,
  },
  {
    name: "a secret that can be guessed",
    broken: async () => ({ SESSION_SECRET: "a".repeat(40) }),
    about: "Session secret",
    status: "warning",
    says: "SESSION_SECRET is long enough, but looks as if it could be guessed.",
    mend: /randomBytes/,
  },
  {
    name: "a folder that takes no files",
    broken: async () => ({
      PLATFORM_DATABASE_URL: (await nobody()).replace("http", "postgres"),
      PLATFORM_EDI_FOLDER: join(await files({ "a file": "" }), "a file", "edi"),
    }),
    about: "EDI files",
    status: "wrong",
    says: /^Nothing can be written to .*edi \(ENOTDIR\)\.$/,
    mend: /PLATFORM_EDI_FOLDER/,
  },
];

test.each(cases)("$name is said, and how to mend it", async ({ broken, about: name, status, says, mend }) => {
  const findings = await examine(await setUp(await broken()));
  const found = about(findings, name);
  expect(found).toMatchObject({
    status,
    says: typeof says === "string" ? says : expect.stringMatching(says),
  });
  expect(found?.mend).toMatch(mend);
  expect(exitCodeOf(findings)).toBe(status === "wrong" ? 1 : 0);
  const told = JSON.stringify(findings);
  for (const word of [clientSecret, secret, "short-secret", "password-of-it"])
    expect(told).not.toContain(word);
});

test("the operators' page has these words", async () => {
  const page = await readFile(join(repository, "docs/operate.md"), "utf8");
  for (const { says } of cases) if (typeof says === "string") expect(page).toContain(says);
});

test("a certificate is spoken of before it ends, and when it has", async () => {
  const { certificate, privateKey } = newPrintCertificate();
  const pair = await printPair(certificate, privateKey);
  const inYears = (years: number, days: number) => Date.now() + (years * 365 + days) * 86_400_000;
  expect(await printFinding(pair, inYears(10, -10))).toMatchObject({
    status: "warning",
    says: expect.stringMatching(
      /^The print certificate is valid until \d{4}-\d\d-\d\d: (9|10) days from now\.$/,
    ),
  });
  expect(await printFinding(pair, inYears(10, 10))).toMatchObject({
    status: "wrong",
    says: expect.stringMatching(/^Labels cannot be signed\. The certificate is valid from .* to .*\.$/),
  });
});

test("a database that was not migrated is told from one that was", async () => {
  const connection = await connectPglite();
  cleanUps.push(() => connection.close());
  expect(await schemaFinding(connection.executeSql)).toMatchObject({
    status: "warning",
    says: expect.stringMatching(/^The database lacks \d+ steps of this version's schema\.$/),
    mend: expect.stringContaining("npm run platform"),
  });
  await migrate(connection.database);
  expect(await schemaFinding(connection.executeSql)).toMatchObject({ status: "ok" });
});

test.runIf(hasRedis)("Redis that keeps nothing on disk is a warning", async () => {
  const redis = await startRedis();
  cleanUps.push(redis.stop);
  await expect
    .poll(
      async () => about(await examine(await setUp({ SESSION_STORE_URL: redis.url })), "Record store")?.status,
      {
        timeout: 10_000,
      },
    )
    .toBe("ok");
  const findings = await examine(await setUp({ SESSION_STORE_URL: redis.url }));
  expect(about(findings, "Record store's persistence")).toMatchObject({
    status: "warning",
    says: expect.stringContaining("Redis does not write down each change"),
  });
});

test("an old Node is wrong", () => {
  expect(nodeFinding("18.20.4")).toMatchObject({ status: "wrong", says: "Node 18.20.4 is too old." });
  expect(nodeFinding("20.11.1").status).toBe("wrong");
  expect(nodeFinding("22.1.0").status).toBe("ok");
});

test("with everything silent it ends within ten seconds", async () => {
  const silent = await opened(() => undefined);
  const findings = await examine(
    await setUp({
      PORTAL_API_URL: silent,
      MICROSOFT_AUTHORITY: silent,
      SESSION_STORE_URL: silent.replace("http", "redis"),
      PLATFORM_DATABASE_URL: silent.replace("http", "postgres"),
    }),
  );
  for (const name of ["Identity provider", "Portal API", "Record store", "Database"])
    expect(about(findings, name)?.status, name).toBe("wrong");
}, 10_000);

async function command(environment: Record<string, string | undefined>, ...args: string[]) {
  const child = spawn(process.execPath, [join(repository, "scripts/doctor.mjs"), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test", ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code] = await once(child, "close");
  return { code, said };
}

test("the command exits with 0 where all is well, and with 1 where something is wrong", async () => {
  const well = await command(await setUp());
  expect(well.said).toContain("ok       Identity provider: ");
  expect(well.code).toBe(0);
  const broken = await command(await setUp({ PORTAL_API_URL: await nobody() }), "--json");
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.said)).toMatchObject({
    healthy: false,
    findings: expect.arrayContaining([expect.objectContaining({ about: "Portal API", status: "wrong" })]),
  });
  expect(broken.said).not.toContain(clientSecret);
});
