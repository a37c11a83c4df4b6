import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAll } from "./checks.mjs";
import { ensureTestChromium } from "./chromium.mjs";
import { build } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { CommandFailed, fileInRepository, main, run, tool } from "./processes.mjs";

const vitestResults = "test-results/vitest.json";
const playwrightResults = "test-results/playwright.json";

/** Where both runners' platforms find the seed that the first of them loads (tests/support/platformSeed.ts). */
const seed = mkdtempSync(join(tmpdir(), "utopia-seed-"));

const environment = {
  ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
  TESTED_PLATFORM_SEED: seed,
};

const steps = {
  packages: ensurePackages,
  browser: async () => {
    const path = await ensureTestChromium();
    if (path) environment.CHROMIUM_PATH = path;
  },
  "static checks, and the build beside them": () => Promise.all([checkAll(environment), build()]),
  "unit, database, loader and fault tests": () =>
    shown(
      "vitest",
      tool(
        "vitest/vitest.mjs",
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${vitestResults}`,
      ),
    ),
  "browser journeys": () => shown("Playwright", tool("@playwright/test/cli.js", "test")),
};

const shown = (name, [command, args]) => run(name, command, args, { env: environment, show: true });

async function timed(name, step) {
  const began = Date.now();
  process.stdout.write(`── ${name}\n`);
  await step();
  process.stdout.write(`   ${name}: ${seconds(began)}\n`);
}

const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

/** What both test runners counted together; a flaky journey passed in the end. */
function totals() {
  const vitest = readResults(vitestResults);
  const { stats } = readResults(playwrightResults);
  const passed = (vitest.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  const failed = (vitest.numFailedTests ?? 0) + (stats?.unexpected ?? 0);
  return `${passed} passed, ${failed} failed`;
}

function readResults(file) {
  const path = fileInRepository(file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

await main(async () => {
  for (const file of [vitestResults, playwrightResults]) rmSync(fileInRepository(file), { force: true });
  const began = Date.now();
  try {
    for (const [name, step] of Object.entries(steps)) await timed(name, step);
  } catch (error) {
    if (error instanceof CommandFailed && error.output) process.stdout.write(`${error.output}\n`);
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(seed, { recursive: true, force: true });
  }
  process.stdout.write(`\nTook ${seconds(began)}.\n${totals()}\n`);
});
