import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { checkAll } from "./checks.mjs";
import { ensureTestChromium } from "./chromium.mjs";
import { build, ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { patienceFactor } from "./patience.mjs";
import { ensurePostgres } from "./postgres.mjs";
import { CommandFailed, fileInRepository, main, run, start, timesTaken, tool } from "./processes.mjs";
import { promiseLines, promises, proofsBy, rulesNamedIn, serverKinds } from "./promises.mjs";

/** `npm test` proves each promise once; `npm run test:full` runs all other tests. */
const isFull = process.argv[2] === "full";

const unitProofs = proofsBy("unit");
const serverProofs = proofsBy(...serverKinds);

/**
 * `npm test` proves a promise on one engine of each kind; `npm run test:full` proves it on the others, and runs everything
 * else: of databases on the first engine alone.
 */
const proofs = ({ titles }) => ["-t", titles];
const rest = ({ titles }) => [
  "-t",
  `^(?:(?=.*the second engine).*${titles}|(?!.*the second engine)(?!.*${titles}))`,
];

const memory = "/dev/shm";
const neededBytes = 4 * 1024 ** 3;

/** Whether the tests' files fit into memory, where it is a file system. */
function fitsIntoMemory() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
}

/**
 * Where tests put their databases and records: these flush to the disk whatever they acknowledge, thousands of times a
 * run, and are then thrown away. In memory that takes no time.
 */
const temporary = mkdtempSync(join(fitsIntoMemory() ? memory : tmpdir(), "tests-"));
// A PostgreSQL server of root's tests is another user's.
chmodSync(temporary, 0o755);
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));

/**
 * The seed of the property tests that have none of their own: the same commit has the same cases, on every machine.
 * Another one is looked through by hand (docs/tests.md).
 */
const { MODEL_SEED = "20261130" } = process.env;

const environment = {
  TMPDIR: temporary,
  ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
  TEST_SUITE: isFull ? "full" : "promises",
  MODEL_SEED,
};

const results = [];

/** A run of vitest over some of its projects, with its results file. */
function vitest(name, ...args) {
  const file = `test-results/vitest-${name}.json`;
  results.push(file);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return run(
    `vitest (${name})`,
    ...tool("vitest/vitest.mjs", "run", "--passWithNoTests", ...reporters, ...args),
    {
      env: environment,
      show: true,
    },
  );
}

const playwrightResults = "test-results/playwright.json";
const journeys = () =>
  run("Playwright", ...tool("@playwright/test/cli.js", "test"), { env: environment, show: true });

const started = (...projects) => projects.flatMap((project) => ["--project", project]);

/** Of the tests of `npm test` those whose properties it does not check whole. */
const provingByProperties = () =>
  unitProofs.paths.filter((path) =>
    /"fast-check"|support\/models/.test(readFileSync(fileInRepository(path), "utf8")),
  );

const unit = isFull
  ? () =>
      inTurn(
        () => vitest("unit", ...started("unit"), ...rest(unitProofs)),
        () => vitest("properties", ...started("unit"), ...proofs(unitProofs), ...provingByProperties()),
      )
  : () => vitest("unit", ...started("unit"), ...proofs(unitProofs), ...unitProofs.paths);

/** Vitest's tests of databases, programs and portals. */
const servers = isFull
  ? () =>
      inTurn(
        () => vitest("database", ...started("database"), ...rest(serverProofs)),
        () => vitest("portal", ...started("programs", "portal"), ...rest(serverProofs)),
      )
  : () =>
      vitest(
        "servers",
        ...started("database", "programs", "portal"),
        ...proofs(serverProofs),
        ...serverProofs.paths,
      );

/** The run's database server, and the platform that all portals share which only read it: prepared beside the build. */
function startSharedPlatform() {
  const platform = start(
    "The shared platform",
    process.execPath,
    ["--import", "tsx", "tests/support/sharedPlatform.ts"],
    {
      env: environment,
      readyLine: /shared platform ready (\S+) on (\S+)/,
      logFile: fileInRepository("test-results/platform.log"),
      serves: false,
    },
  );
  const isReady = platform.ready.then(([, url, postgres]) => {
    environment.SHARED_PLATFORM_URL = url;
    environment.TEST_POSTGRES_URL = postgres;
  });
  return { isReady, stop: platform.stop };
}

/** PostgreSQL and a browser, from the system's packages where they are missing: one after the other, as these want it. */
async function ensureServices() {
  await ensurePostgres();
  const path = await ensureTestChromium();
  if (path) environment.CHROMIUM_PATH = path;
}

/**
 * Everything as soon as what it needs is there: two cores are never idle, with three workers of vitest and two of
 * Playwright at most.
 */
async function runTests() {
  const platform = startSharedPlatform();
  const built = Promise.all([isFull ? ensureBuild() : build(), platform.isReady]);
  const checked = isFull ? checkAll(environment) : Promise.resolve();
  const unitTested = afterwards(checked, unit);
  await allOf(
    checked,
    built,
    unitTested,
    built.then(() => afterwards(unitTested, servers)),
    built.then(journeys),
  ).finally(platform.stop);
}

/** Runs work after other work, even if that failed: its failure is reported on its own. */
const afterwards = (earlier, work) => earlier.then(work, work);

const steps = {
  // Playwright's own browser, where there is no other, is fetched by a package.
  packages: () => ensurePackages().then(ensureServices),
  tests: runTests,
};

/** Runs one after the other, also after a failure, and then fails as the first that failed. */
async function inTurn(...work) {
  const done = [];
  for (const each of work) done.push(...(await Promise.allSettled([each()])));
  throwFirst(done);
}

/** Waits for all, and fails as the first in their order that failed. */
async function allOf(...work) {
  throwFirst(await Promise.allSettled(work));
}

function throwFirst(done) {
  const failed = done.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function timed(name, step) {
  const began = Date.now();
  process.stdout.write(`── ${name}\n`);
  await step();
  process.stdout.write(`   ${name}: ${seconds(began)}\n`);
}

/** What each command took; what it took of the processors only where the system says it. */
function timeLines() {
  const row = (name, ...columns) =>
    [name.padEnd(32), ...columns.map((text) => text.padStart(8))].join(" ").trimEnd();
  const total = timesTaken.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return [
    row("Seconds", "wall", "CPU"),
    ...timesTaken.map(({ name, seconds, cpuSeconds }) =>
      row(name, seconds.toFixed(1), total > 0 ? cpuSeconds.toFixed(1) : ""),
    ),
    row("All", "", total > 0 ? total.toFixed(1) : ""),
  ];
}

const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

function readResults(file) {
  const path = fileInRepository(file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** The first lines of why a test failed, indented. */
const reasonLines = (message = "") =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 12)
    .map((line) => `    ${line}\n`)
    .join("");

/**
 * Every test that ran, of all runners: `{ title, ms, passed, message }`. A flaky journey counts as passed; a failed test
 * has its first error's message.
 */
function testsThatRan() {
  const ofVitest = results
    .flatMap((file) => readResults(file).testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
    .map(({ fullName, duration, status, failureMessages }) => ({
      title: fullName,
      ms: duration ?? 0,
      passed: status === "passed",
      message: failureMessages?.[0],
    }));
  const specsIn = ({ suites = [], specs = [] }, above) => [
    ...specs.map((spec) => ({ ...spec, title: `${above}${spec.title}` })),
    ...suites.flatMap((suite) =>
      specsIn(suite, suite.title.endsWith(".ts") ? "" : `${above}${suite.title} `),
    ),
  ];
  const ofPlaywright = specsIn(readResults(playwrightResults), "").flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== "skipped")
      .map(({ status, results: tries }) => ({
        title,
        ms: tries.reduce((sum, { duration }) => sum + duration, 0),
        passed: status !== "unexpected",
        message: tries.flatMap(({ errors = [] }) => errors)[0]?.message,
      })),
  );
  return [...ofVitest, ...ofPlaywright];
}

await main(async () => {
  rmSync(fileInRepository("test-results"), { recursive: true, force: true });
  const began = Date.now();
  const failures = [];
  process.stdout.write(
    `Time limits × ${patienceFactor}, load ${loadavg()[0].toFixed(1)}, Node ${process.versions.node}\n`,
  );
  try {
    for (const [name, step] of Object.entries(steps)) await timed(name, step);
  } catch (error) {
    if (error instanceof CommandFailed && error.output) process.stdout.write(`${error.output}\n`);
    process.stdout.write(`${error.message}\n`);
    failures.push(error.message.split("\n", 1)[0]);
  }
  process.stdout.write(`\n${timeLines().join("\n")}\n`);
  process.stdout.write(`Property tests ran with MODEL_SEED=${MODEL_SEED}\n`);
  const tests = testsThatRan();
  if (!isFull) process.stdout.write(`\nThe promises of docs/product:\n${promiseLines(tests).join("\n")}\n`);
  const failed = tests.filter(({ passed }) => !passed);
  if (!isFull && failures.length === 0) {
    const proved = new Set(tests.flatMap(({ title }) => rulesNamedIn(title)));
    failures.push(...promises.filter((rule) => !proved.has(rule)).map((rule) => `no test of ${rule} ran`));
  }
  if (failures.length + failed.length > 0) process.exitCode = 1;
  process.stdout.write(`\nTook ${seconds(began)}.\n`);
  for (const failure of failures) process.stdout.write(`Failed: ${failure}\n`);
  for (const { title, message } of failed) process.stdout.write(`Failed: ${title}\n${reasonLines(message)}`);
  process.stdout.write(`${tests.length - failed.length} passed, ${failed.length} failed\n`);
});
