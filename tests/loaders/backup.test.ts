import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { startPlatform } from "#tests/support/platform.ts";
import { sessionSecret, startPortal } from "#tests/support/portal.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { copySeed } from "#tests/support/preparedPlatform.ts";
import { freePort, repository } from "#tests/support/processes.ts";
import { createDatabase } from "#tests/support/runPostgres.ts";
import { formIn, Visitor } from "#tests/support/visitor.ts";

let home: string;
let backup: string;
let ports: { portal: number; url: string };
/** The platform keeps its port with its database: its tokens contain its URL. */
let environment: Record<string, string>;
const running: { stop(): Promise<void> }[] = [];

async function stopAll() {
  for (const one of running.splice(0).reverse()) await one.stop();
}
afterEach(stopAll);

async function startBoth() {
  running.push(await startPlatform({ appUrl: ports.url, environment }));
  const url = environment.PLATFORM_PUBLIC_URL ?? "";
  const upstream = { PORTAL_API_URL: url, MICROSOFT_AUTHORITY: url, MICROSOFT_GRAPH_URL: url };
  running.push(await startPortal({ ...environment, ...upstream }, ports.portal, home));
}

/** Runs the command like npm; resolves to its exit code and output. */
function command(what: "backup" | "restore", given: string[] = [backup], more: Record<string, string> = {}) {
  const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;
  return new Promise<{ code: number | null; words: string }>((resolve) => {
    const child = spawn(
      process.execPath,
      ["--import", loader, join(repository, "backup/run.ts"), what, ...given],
      {
        cwd: home,
        env: {
          NODE_ENV: "test",
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORTAL_API_URL: "http://localhost:9",
          SESSION_SECRET: sessionSecret,
          LOG_LEVEL: "silent",
          ...environment,
          ...more,
        },
      },
    );
    let words = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        words += chunk.toString();
      });
    child.on("close", (code) => resolve({ code, words }));
  });
}

const shown = async (visitor: Visitor, at: string) => {
  const { status, text } = await visitor.get(at);
  return { status, words: wordsOf(text) };
};

/** The first return of the list with a label to download, which stores it. */
async function withStoredLabel(visitor: Visitor): Promise<string> {
  const list = await visitor.get("/returns");
  for (const [record] of list.text.matchAll(/\/returns\/[0-9a-f-]{36}/g)) {
    const { text } = await visitor.get(`${record}?tab=references`);
    const label = /[^"]*\/blobs\/acquire-shipment-labels[^"?]*/.exec(text)?.[0];
    if (label && (await visitor.get(label)).status === 200) return record;
  }
  throw new Error(`No return with a label is listed: ${wordsOf(list.text).slice(0, 400)}`);
}

/** A person signs in, downloads a return's label, and writes a note about it; resolves to the expected records. */
async function work() {
  const visitor = new Visitor(ports.url);
  await visitor.signIn("admin@utopia.example");
  const record = await withStoredLabel(visitor);
  const panel = await visitor.get(record);
  const form = formIn(panel, ({ fields }) => fields.intent === "write");
  const { pathname, search } = new URL(form.action);
  await visitor.post(pathname + search, { ...form.fields, text: "The parcel is at the counter." });
  return { visitor, record };
}

async function prepare(more: Record<string, string>) {
  home = await mkdtemp(join(tmpdir(), "backup-"));
  backup = join(home, "backups/first");
  const portal = await freePort();
  ports = { portal, url: `http://localhost:${portal}` };
  environment = { PLATFORM_PORT: String(await freePort()), PLATFORM_DATA_DIR: join(home, "data"), ...more };
  environment.PLATFORM_PUBLIC_URL = `http://localhost:${environment.PLATFORM_PORT}`;
  environment.PLATFORM_EDI_FOLDER = join(home, "partner");
}

describe("of files and the embedded databases", () => {
  let visitor: Visitor;
  let record: string;
  let before: Awaited<ReturnType<typeof shown>>;
  const late = () => join(home, ".data/audit-late/1-waits.line");
  const partner = () => join(home, "partner/done/of-yesterday.edi");
  beforeAll(async () => {
    await prepare({});
    await copySeed(join(home, "data"));
    await startBoth();
    ({ visitor, record } = await work());
    before = await shown(visitor, record);
    expect(await command("backup")).toMatchObject({
      code: 1,
      words: expect.stringContaining("Another process uses"),
    });
    expect(existsSync(backup)).toBe(false);
    await stopAll();
    await writeFile(partner(), "UNB");
    await mkdir(join(home, ".data/audit-late"), { recursive: true });
    await writeFile(late(), "sealed");
    expect(await command("backup")).toMatchObject({ code: 0 });
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test("the lost return, note, trail and partner's file are restored; sessions are not", async () => {
    const labels = join(home, "data/files");
    const stored = (await readdir(labels, { recursive: true })).sort();
    expect(stored.length).toBeGreaterThan(0);
    const { mtimeMs } = await stat(partner());
    await Promise.all(["data", "partner", ".data"].map((one) => rm(join(home, one), { recursive: true })));
    expect(await command("restore")).toMatchObject({ code: 0 });

    expect((await readdir(labels, { recursive: true })).sort()).toEqual(stored);
    expect(Math.abs((await stat(partner())).mtimeMs - mtimeMs)).toBeLessThan(1);
    expect(await readFile(late(), "utf8"), "a line of the trail that still waits").toBe("sealed");
    await rm(late());
    await startBoth();
    expect((await visitor.get(record)).status, "a session of before").toBe(302);
    await visitor.signIn("admin@utopia.example");
    const after = await shown(visitor, record);
    expect(after.status).toBe(200);
    expect(after.words).toContain("The parcel is at the counter.");
    const facts = /Order.{0,200}/.exec(before.words)?.[0];
    expect(after.words).toContain(facts);
    expect((await shown(visitor, "/audit")).words).toContain("Signed in as Admin");
  });

  test("existing data is not overwritten unless forced, and then set aside", async () => {
    const { code, words } = await command("restore");
    expect(code).toBe(1);
    expect(words).toMatch(
      /platform holds a database[\s\S]+portal holds a database[\s\S]+holds files[\s\S]+add --force/,
    );
    expect(await command("restore", [backup, "--force"])).toMatchObject({ code: 0 });
    expect(
      (await readdir(join(home, "data/platform"))).filter((name) => name.includes(".before-")),
    ).toHaveLength(1);
    const aside = (await readdir(join(home, ".data/portal"))).filter((name) => name.includes(".before-"));
    expect(aside).toHaveLength(1);
  });

  test("another secret, or a backup that was changed or is none, is refused before anything is touched", async () => {
    const other = { SESSION_SECRET: "another secret of the tests, long enough for it" };
    const force = [backup, "--force"];
    expect((await command("restore", force, other)).words).toContain("SESSION_SECRET is not the one");
    const file = join(backup, "edi/done/of-yesterday.edi");
    await appendFile(file, "\n");
    expect((await command("restore", force)).words).toContain("of-yesterday.edi is not as it was backed up");
    await rm(file);
    expect((await command("restore", force)).words).toContain("of-yesterday.edi is missing");
    await writeFile(join(backup, "manifest.json"), JSON.stringify({ version: 1 }));
    expect((await command("restore", force)).words).toContain("is of another version of the portal");
    expect((await command("restore", [home, "--force"])).words).toContain("is no backup");
    expect((await command("backup")).words).toContain("is there already");
    expect((await command("backup", [])).words).toContain("Name one folder");
    expect(
      (await readdir(join(home, "data/platform"))).filter((name) => name.includes(".before-")),
    ).toHaveLength(1);
  });
});

const postgres = await startPostgres();
afterAll(() => postgres.stop());

describe("of both databases in PostgreSQL", () => {
  const urls: string[] = [];
  beforeAll(async () => {
    for (const name of ["platform", "portal"]) urls.push(await createDatabase(postgres.url, name));
    const [platformUrl = "", portalUrl = ""] = urls;
    await prepare({ PLATFORM_DATABASE_URL: platformUrl, PORTAL_DATABASE_URL: portalUrl });
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test("a backup is taken while everything runs; the lost data is restored, and sessions are not", async () => {
    await startBoth();
    const { visitor, record } = await work();
    expect(await command("backup")).toMatchObject({ code: 0 });
    const isOpen = async () => (await command("restore", [backup, "--force"])).words;
    expect(await isOpen()).toContain("A platform has its database open");
    await running.shift()?.stop();
    expect(await isOpen()).toContain("A portal has its database open");
    await stopAll();

    expect((await command("restore")).words).toMatch(
      /The platform's database holds \d+ tables[\s\S]+The portal's database holds \d+ tables/,
    );
    const labels = join(home, "data/files");
    const stored = (await readdir(labels, { recursive: true })).sort();
    expect(stored.length).toBeGreaterThan(0);
    await rm(labels, { recursive: true });
    for (const connectionString of urls) {
      const sql = new pg.Client({ connectionString });
      await sql.connect();
      await sql.query(
        "drop schema if exists pgboss cascade; drop schema public cascade; create schema public",
      );
      await sql.end();
    }

    expect(await command("restore")).toMatchObject({ code: 0 });
    expect((await readdir(labels, { recursive: true })).sort()).toEqual(stored);
    await startBoth();
    expect((await visitor.get(record)).status, "a session of before").toBe(302);
    await visitor.signIn("admin@utopia.example");
    const after = await shown(visitor, record);
    expect(after).toMatchObject({
      status: 200,
      words: expect.stringContaining("The parcel is at the counter."),
    });
    await stopAll();
    expect(await command("restore", [backup, "--force"]), "what is there is replaced").toMatchObject({
      code: 0,
    });
  });
});
