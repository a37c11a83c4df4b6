import { existsSync, readFileSync, rmSync } from "node:fs";
import { ensureChromium } from "./chromium.mjs";
import { build } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { CommandFailed, fileInRepository, main, run, tool } from "./processes.mjs";

const vitestResults = "test-results/vitest.json";
const playwrightResults = "test-results/playwright.json";

const environment = { FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };

const steps = {
  packages: ensurePackages,
  browser: async () => {
    const path = await ensureChromium();
    if (path) environment.CHROMIUM_PATH = path;
  },
  "lint and format": () => quiet("Biome", tool("@biomejs/biome/bin/biome", "ci", "--error-on-warnings")),
  types: () => quiet("TypeScript", tool("typescript/bin/tsc", "--noEmit")),
  "import directions": () =>
    quiet("dependency-cruiser", tool("dependency-cruiser/bin/dependency-cruise.mjs", ...cruised)),
  "unused code": () => quiet("knip", tool("knip/bin/knip.js")),
  build,
  "unit, contract and loader tests": () =>
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

const cruised = ["--config", ".dependency-cruiser.cjs", "app", "contract", "edifact", "platform", "tests"];

await main(async () => {
  for (const file of [vitestResults, playwrightResults]) rmSync(fileInRepository(file), { force: true });
  const began = Date.now();
  try {
    for (const [name, step] of Object.entries(steps)) await timed(name, step);
  } catch (error) {
    if (error instanceof CommandFailed && error.output) process.stdout.write(`${error.output}\n`);
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`\nTook ${seconds(began)}.\n${totals()}\n`);
});

const quiet = (name, [command, args]) => run(name, command, args, { env: environment });
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
