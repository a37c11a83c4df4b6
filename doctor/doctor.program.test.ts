import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { migrate } from "#app/core/database/migrate.server.ts";
import { connectPglite } from "#database/connect.ts";
import { type EdgeCases, folderWith, listen, providerLike } from "#tests/support/brokenSetUp.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { newPrintCertificate } from "#tests/support/printCertificate.ts";
import { freePort, repository } from "#tests/support/processes.ts";
import { schemaFinding } from "./database.ts";
import { examine, portalDatabase } from "./examine.ts";
import { exitCodeOf, type Finding, linesOf } from "./finding.ts";
import { nodeFinding, picturesFinding, printFinding } from "./machine.ts";

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
const provider = (odd: EdgeCases = {}) => opened(providerLike({ registered, ...odd }));

async function printPair(certificate: string, privateKey: string) {
  const folder = await files({ "certificate.pem": certificate, "key.pem": privateKey });
  return {
    PRINT_CERTIFICATE_FILE: join(folder, "certificate.pem"),
    PRINT_PRIVATE_KEY_FILE: join(folder, "key.pem"),
  };
}

/** A correct configuration, except for a case's overrides. */
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

/** The messages of docs/doctor.md by heading. */
const text = readFileSync(join(repository, "docs/doctor.md"), "utf8");
const headings = text.matchAll(/^### (.+)\n+```\n([\s\S]+?)\n```$/gm);
const page = new Map([...headings].map(([, name = "", words = ""]) => [name, words]));

/** Matches the text literally; `…` on the page matches anything. */
const asPrinted = (words: string) =>
  new RegExp(
    `^${words
      .split("…")
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join(".+?")}$`,
  );

/** Compares findings with the page: status, message, and fix. */
function expectToSay(name: string, findings: readonly Finding[]) {
  const words = page.get(name) ?? "";
  const [, mark = "", thing = ""] = /^(wrong|warning) +(.+?): /.exec(words) ?? [];
  const found = about(findings, thing);
  expect(found && linesOf(found)).toMatch(asPrinted(words));
  expect(found?.mend).toBeTruthy();
  expect(exitCodeOf(findings)).toBe(mark === "wrong" ? 1 : 0);
  const output = JSON.stringify(findings);
  for (const word of [clientSecret, secret, "short-secret", "password-of-it", bucketSecret])
    expect(output).not.toContain(word);
}

const bucketSecret = "the-bucket-secret-nobody-may-read";
const bucketAt = (endpoint: string) => ({
  FILE_STORE_URL: "s3://labels",
  FILE_STORE_ENDPOINT: endpoint,
  FILE_STORE_REGION: "us-east-1",
  FILE_STORE_KEY_ID: "key",
  FILE_STORE_SECRET: bucketSecret,
});

/** A store with the bucket `labels` that fails for one method. */
async function bucket(method: string, status: number, body: string) {
  let stored = Buffer.alloc(0);
  const requests: string[] = [];
  const endpoint = await opened(async (request, response) => {
    requests.push(request.method ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isListing = request.url?.startsWith("/labels?") || request.url?.startsWith("/labels/?");
    if (method === (isListing ? "LIST" : request.method))
      return void response.writeHead(status, { "Content-Type": "application/xml" }).end(body);
    if (request.method === "PUT") stored = Buffer.concat(chunks);
    if (isListing) return void response.end("<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>");
    response.writeHead(request.method === "DELETE" ? 204 : 200).end(request.method === "GET" ? stored : "");
  });
  return { settings: bucketAt(endpoint), requests };
}
const refusing = async (method: string, status: number, code: string) =>
  (await bucket(method, status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)).settings;

const providing = async (odd: EdgeCases) => ({ MICROSOFT_AUTHORITY: await provider(odd) });
const refusesClient = (status: number, error: string, words: string) =>
  providing({ tokenAnswer: { status, error, words } });
const apiAt = async (url: Promise<string>) => ({ PORTAL_API_URL: await url });

/** Configurations by the page's headings. */
const cases: Record<string, () => Promise<Record<string, string | undefined>>> = {
  "Nobody serves the authority": async () => ({ MICROSOFT_AUTHORITY: await nobody() }),
  "A tenant that is not there": async () => ({ MICROSOFT_TENANT_ID: "elsewhere" }),
  "Tokens of version 1": () => providing({ issuer: "https://sts.windows.net/tenant/" }),
  "A provider without keys": () => providing({ keys: [] }),
  "A clock five minutes behind": () => providing({ ahead: 300 }),
  "A redirect address that is not registered": async () => ({ APP_URL: "http://localhost:3999" }),
  "A client secret that has expired": () => refusesClient(401, "invalid_client", "AADSTS7000222: expired"),
  "A client secret that is another's": () => refusesClient(401, "invalid_client", "AADSTS7000215: invalid"),
  "An application that is not registered": () =>
    refusesClient(400, "unauthorized_client", "AADSTS700016: not found"),
  "Nobody serves the API": () => apiAt(nobody()),
  "The base of another service": () => apiAt(api(404)),
  "An API that asks for no token": () => apiAt(api(200)),
  "A print certificate without its key": async () => ({ PRINT_PRIVATE_KEY_FILE: undefined }),
  "The key of another print certificate": () =>
    printPair(newPrintCertificate().certificate, newPrintCertificate().privateKey),
  "The portal's database is down": async () => ({
    PORTAL_DATABASE_URL: (await nobody()).replace("http://", "postgres://utopia:password-of-it@"),
  }),
  "Redis is still named": async () => ({ SESSION_STORE_URL: "redis://:password-of-it@localhost:6379" }),
  "The platform's database is down": async () => ({
    PLATFORM_DATABASE_URL: (await nobody()).replace("http://", "postgres://utopia:password-of-it@"),
  }),
  "A session secret that is too short": async () => ({ SESSION_SECRET: "short-secret" }),
  "A session secret that can be guessed": async () => ({ SESSION_SECRET: "abcdefgh".repeat(5) }),
  "One database for both": async () => {
    const place = `${(await nobody()).replace("http://", "")}/utopia`;
    return {
      PORTAL_DATABASE_URL: `postgres://utopia_portal@${place}`,
      PLATFORM_DATABASE_URL: `postgres://utopia:password-of-it@${place}?sslmode=disable`,
    };
  },
  "A folder that takes no files": async () => ({
    PLATFORM_PUBLIC_URL: "http://localhost:4000",
    PLATFORM_EDI_FOLDER: join(await files({ "a file": "" }), "a file", "edi"),
  }),
  "Half of a bucket's settings": async () => ({
    ...bucketAt("https://objects.example"),
    FILE_STORE_REGION: undefined,
  }),
  "Nobody serves the object store": async () => bucketAt(await nobody()),
  "A key that the object store refuses": () => refusing("LIST", 403, "SignatureDoesNotMatch"),
  "A bucket that is not there": () => refusing("LIST", 404, "NoSuchBucket"),
  "A bucket of another region": () => refusing("LIST", 301, "PermanentRedirect"),
  "A bucket that may only be read": () => refusing("PUT", 403, "AccessDenied"),
  "A bucket that gives another file back": async () => (await bucket("GET", 200, "another")).settings,
  "A bucket in which nothing may be deleted": () => refusing("DELETE", 403, "AccessDenied"),
};

/** The print certificate this many days before its ten years are over. */
const certificateAt = async (daysLeft: number) => {
  const { certificate, privateKey } = newPrintCertificate();
  const at = Date.now() + (10 * 365 - daysLeft) * 86_400_000;
  return [await printFinding(await printPair(certificate, privateKey), at)];
};

/** Findings that need no configuration, by the page's headings. */
const others: Record<string, () => Promise<readonly Finding[]>> = {
  "A print certificate that ends soon": () => certificateAt(10),
  "A print certificate that has ended": () => certificateAt(-10),
  "A database that is not migrated": async () => {
    const connection = connectPglite();
    cleanUps.push(() => connection.close());
    const before = await schemaFinding(portalDatabase, connection.executeSql);
    await migrate(connection.database);
    expect(await schemaFinding(portalDatabase, connection.executeSql)).toMatchObject({ status: "ok" });
    return [before];
  },
  "An old Node": async () => [nodeFinding("18.20.4")],
  "Pictures from anywhere": async () => picturesFinding({ PICTURE_HOSTS: undefined, secure: true }),
};
/** Need a PostgreSQL server. */
const onServer: Record<string, string> = {
  "A user who may not create tables": "revoke create on schema public from public; create role clerk login",
  "A database that takes no writes":
    "create role clerk login; alter role clerk set default_transaction_read_only = on",
};
const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** The findings of a portal whose database is a server's, as an account that `statements` make. */
async function asClerk(statements: string): Promise<Finding[]> {
  const url = new URL(postgres?.url ?? "");
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  cleanUps.push(() => client.end());
  cleanUps.push(() => client.query("drop role clerk"));
  await client.query(statements);
  url.username = "clerk";
  return examine(await setUp({ PORTAL_DATABASE_URL: url.href }));
}

const found: typeof others = {
  ...Object.fromEntries(
    Object.entries(cases).map(([name, broken]) => [name, async () => examine(await setUp(await broken()))]),
  ),
  ...others,
  ...(postgres &&
    Object.fromEntries(
      Object.entries(onServer).map(([name, statements]) => [name, () => asClerk(statements)]),
    )),
};
test.each(Object.entries(found))(
  "%s: doctor says so, and how to mend it, as its page does",
  async (name, find) => {
    expectToSay(name, await find());
  },
);

test("an invalid setting does not stop other checks", async () => {
  const database = (await nobody()).replace("http", "postgres");
  const wrong = { SESSION_SECRET: undefined, PORTAL_API_URL: await nobody(), PORTAL_DATABASE_URL: database };
  const findings = await examine(await setUp(wrong));
  for (const name of ["Portal's configuration", "Portal API", "Portal's database"])
    expect(about(findings, name)?.status, name).toBe("wrong");
  expect(about(findings, "Identity provider")?.status).toBe("ok");
  expect(about(findings, "Session secret"), "a stand-in is not judged").toBeUndefined();
});

test("the page has no words but those that are tried", () => {
  expect([...page.keys()].sort()).toEqual(Object.keys({ ...cases, ...others, ...onServer }).sort());
});

test("a Node that is new enough is as it should be", () => {
  const statuses = ["20.18.3", "20.19.0", "22.1.0"].map((version) => nodeFinding(version).status);
  expect(statuses).toEqual(["wrong", "ok", "ok"]);
});

test("a bucket that supports everything is ok, and nothing is left in it", async () => {
  const { settings, requests } = await bucket("none", 0, "");
  expect(about(await examine(await setUp(settings)), "Files")?.status).toBe("ok");
  expect(requests).toEqual(["GET", "PUT", "GET", "DELETE"]);
});

test("a sign-in page that only names the redirect address is no refusal of it", async () => {
  const asking = await opened((request, response) => {
    if (request.url?.includes("/authorize")) return void response.end("<form action='?redirect_uri=…'>");
    providerLike({})(request, response);
  });
  const findings = await examine(await setUp({ MICROSOFT_AUTHORITY: asking }));
  expect(about(findings, "Redirect address")?.status).toBe("warning");
});

test("with everything silent it ends within ten seconds", async () => {
  const silent = await opened(() => undefined);
  const services = { PORTAL_API_URL: silent, MICROSOFT_AUTHORITY: silent, ...bucketAt(silent) };
  const stores = {
    PORTAL_DATABASE_URL: `${silent.replace("http", "postgres")}/portal`,
    PLATFORM_DATABASE_URL: silent.replace("http", "postgres"),
  };
  const findings = await examine(await setUp({ ...services, ...stores }));
  for (const name of ["Identity provider", "Portal API", "Portal's database", "Platform's database", "Files"])
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
