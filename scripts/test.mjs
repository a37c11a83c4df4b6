import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { checkAll } from "./checks.mjs";
import { ensureTestChromium } from "./chromium.mjs";
import { build, ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { patienceFactor } from "./patience.mjs";
import { CommandFailed, fileInRepository, main, run, tool } from "./processes.mjs";
import { marker, promiseLines, provingFiles } from "./promises.mjs";

/** `npm test` proves each promise once; `npm run test:full` runs all other tests. */
const isFull = process.argv[2] === "full";

/**
 * Which tests of vitest's projects except `unit` belong to which command, by their full titles: `npm test` proves a
 * promise on one database engine, and everything else, with the second engine, belongs to `npm run test:full`.
 */
const isProof = `^(?!.*PostgreSQL).*${marker}`;
const isRest = `^(?:.*PostgreSQL|(?!.*${marker}))`;

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

const environment = {
  TMPDIR: temporary,
  ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
  TEST_SUITE: isFull ? "full" : "promises",
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

const proving = () => provingFiles().map(({ path }) => path);

/** The unit tests, once they have begun. */
let unitTests;

/** The build takes one core for half of its time. Unit tests need none, and begin once the checks are done. */
function checkAndBuild() {
  const checks = checkAll(environment);
  unitTests = checks.then(() => vitest("unit", ...started("unit")));
  // A failure is reported with the other tests, or as the checks' own.
  unitTests.catch(() => undefined);
  return Promise.all([checks, build()]);
}

/** Tests without a browser: for `npm test`, files without a promise are not even collected. */
const withoutBrowser = isFull
  ? () =>
      inTurn(
        () => vitest("database", ...started("database"), "-t", isRest),
        () => vitest("portal", ...started("programs", "portal"), "-t", isRest),
      )
  : () =>
      inTurn(
        () => unitTests,
        () => vitest("promises", ...started("database", "programs", "portal"), "-t", isProof, ...proving()),
      );

const steps = {
  packages: ensurePackages,
  browser: async () => {
    const path = await ensureTestChromium();
    if (path) environment.CHROMIUM_PATH = path;
  },
  ...(isFull
    ? { build: ensureBuild }
    : { "static checks and the first unit tests, and the build beside them": checkAndBuild }),
  // In parallel, since they wait for different things: databases and portals, or pages.
  "tests without a browser, and browser journeys beside them": () => allOf(withoutBrowser(), journeys()),
};

/** Runs one after the other, also after a failure, and then fails as the first that failed. */
async function inTurn(...work) {
  const done = [];
  for (const each of work) done.push(...(await Promise.allSettled([each()])));
  throwFirst(done);
}

/** Waits for all, and fails as the first that failed. */
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

const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

function readResults(file) {
  const path = fileInRepository(file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Every test that ran, of all runners: `{ title, ms, passed }`. A flaky journey counts as passed. */
function testsThatRan() {
  const ofVitest = results
    .flatMap((file) => readResults(file).testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
    .map(({ fullName, duration, status }) => ({
      title: fullName,
      ms: duration ?? 0,
      passed: status === "passed",
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
    process.exitCode = 1;
  }
  const tests = testsThatRan();
  if (!isFull) process.stdout.write(`\nThe promises of docs/product:\n${promiseLines(tests).join("\n")}\n`);
  const failed = tests.filter(({ passed }) => !passed);
  failures.push(...failed.map(({ title }) => title));
  process.stdout.write(`\nTook ${seconds(began)}.\n`);
  for (const failure of failures) process.stdout.write(`Failed: ${failure}\n`);
  process.stdout.write(`${tests.length - failed.length} passed, ${failed.length} failed\n`);
});
