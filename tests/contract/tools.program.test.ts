import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

const secret = "Zk3vQ9rT1xW7bN5mJ2cL8hF4dS6gP0aY";

function copiedInto(target: string): string[] {
  const stage = readFileSync(join(repository, "Dockerfile"), "utf8")
    .split(/^FROM /m)
    .find((part) => part.split("\n")[0]?.endsWith(` AS ${target}`));
  return [...(stage ?? "").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
}

type Packages = Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;

function runningPackages(): Packages {
  const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    packages: Packages;
  };
  return Object.fromEntries(
    Object.entries(packages).filter(
      ([path, { dev, devOptional, link }]) =>
        path.includes("node_modules/") && !dev && !devOptional && !link && existsSync(join(repository, path)),
    ),
  );
}

let home: string;
let image: string;
let settings: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "tools-"));
  image = join(home, "image");
  const noTests = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const path of copiedInto("tools"))
    cpSync(join(repository, path), join(image, path), { recursive: true, filter: noTests });
  const packages = runningPackages();
  for (const path of Object.keys(packages).filter((one) => one.lastIndexOf("node_modules/") === 0)) {
    mkdirSync(join(image, dirname(path)), { recursive: true });
    symlinkSync(join(repository, path), join(image, path));
  }
  mkdirSync(join(image, "node_modules/@utopia"), { recursive: true });
  for (const name of readdirSync(join(image, "packages")))
    symlinkSync(join(image, "packages", name), join(image, "node_modules/@utopia", name));
  writeFileSync(join(image, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  settings = join(home, "portal.env");
  writeFileSync(
    settings,
    [
      "HOST=127.0.0.1",
      `SESSION_SECRET=${secret}`,
      "PORTAL_API_URL=http://127.0.0.1:9",
      "MICROSOFT_AUTHORITY=http://127.0.0.1:9",
      "MICROSOFT_GRAPH_URL=http://127.0.0.1:9",
      `PLATFORM_DATA_DIR=${join(home, "data")}`,
      "LOG_LEVEL=silent",
    ].join("\n"),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a command as docs/operate.md documents it; resolves to its exit code and output. */
const command = (file: string, ...given: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`--env-file=${settings}`, `scripts/${file}.mjs`, ...given],
      { cwd: image, env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: home } },
      (problem, out, err) => resolve({ code: problem ? problem.code : 0, output: out + err }),
    ).stdin?.end("mei@customer.example\n");
  });

test("the tools' image contains everything that the doctor needs", async () => {
  const { code, output } = await command("doctor", "--json");
  expect(JSON.parse(output)).toMatchObject({
    healthy: false,
    findings: expect.arrayContaining([
      expect.objectContaining({ about: "Portal's configuration", status: "ok" }),
      expect.objectContaining({ about: "Portal API", status: "wrong" }),
    ]),
  });
  expect(code).toBe(1);
});

const well = (words: string) => ({ code: 0, output: expect.stringContaining(words) });

test("and everything that backup, restore and audit need", async () => {
  const backup = join(home, "backup");
  const trail = await command("audit");
  expect(trail).toMatchObject(well("The audit trail is whole: 0 lines."));
  expect(await command("backup", "backup", backup)).toMatchObject(well(`Backed up to ${backup}`));
  // The trail that was read lies in the portal's own database, which is there since.
  const restored = await command("backup", "restore", backup, "--force");
  expect(restored).toMatchObject(well(`Restored from ${backup}`));
});

test("forget demands that one says whether it is meant, and reads the address from its input [privacy#asking]", async () => {
  const undecided = await command("forget");
  expect(undecided.output).toContain("Say whether it is meant");
  const nobody = await command("forget", "--dry-run");
  expect(nobody.output).toContain("There is no platform's database here.");
});

test("where it is deployed no command makes a secret of its own", async () => {
  const before = readFileSync(settings, "utf8");
  writeFileSync(settings, before.replace(/^SESSION_SECRET=.*$/m, ""));
  const { code, output } = await command("audit");
  writeFileSync(settings, before);
  expect(code).toBe(1);
  expect(output).toContain("SESSION_SECRET: is required");
  expect(existsSync(join(image, ".data/session-secret"))).toBe(false);
});

test("a command with a missing package says so, and installs nothing beneath the running process", async () => {
  const one = join(image, "node_modules/zod");
  rmSync(one);
  expect(await command("backup", "backup", join(home, "never"))).toEqual({
    code: 1,
    output: "Packages are missing, or are of another version: run `npm ci` first.\n",
  });
  expect(readdirSync(join(image, "node_modules"))).not.toContain("zod");
  symlinkSync(join(repository, "node_modules/zod"), one);
});
