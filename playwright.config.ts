import { defineConfig, devices } from "@playwright/test";
import { patience } from "./scripts/patience.mjs";
import { marker } from "./scripts/promises.mjs";
import { chromiumOptions } from "./tests/support/chromium.ts";

const chromium = chromiumOptions();

/** Journeys that name a promise and have one of these tags. */
const proofs = (tags: string) => new RegExp(`(?=.*${marker})(?=.*${tags})`, "s");

/**
 * The journeys of a project: those that may run there, and of these the ones that prove a promise (`npm test`), all
 * others (`npm run test:full`), or both, when Playwright is started directly.
 */
function journeys({ only, never, proof }: { only?: RegExp; never: RegExp[]; proof: RegExp }) {
  const suite = process.env.TEST_SUITE;
  return {
    grep: suite === "promises" ? proof : (only ?? /.*/),
    grepInvert: suite === "full" ? [...never, proof] : never,
  };
}

/**
 * Every journey runs with and without scripting, unless its tags say otherwise: `@scripting` and `@no-scripting` run in
 * that project only, `@phone` at phone width only. A promise is proved with scripting, and without it where the journey
 * is tagged `@no-scripting` or `@both`.
 */
export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "**/*.test.ts",
  outputDir: "test-results/journeys",
  globalSetup: "./tests/support/browserRun.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: patience(240_000),
  expect: { timeout: patience(30_000) },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    // One process renders the pages of all journeys: starting another takes longer than most pages.
    launchOptions: { ...chromium, args: [...chromium.args, "--process-per-site", "--in-process-gpu"] },
    locale: "en-AU",
    timezoneId: "Australia/Melbourne",
    actionTimeout: patience(30_000),
    trace: "off",
  },
  projects: [
    { name: "scripting", ...journeys({ never: [/@no-scripting|@phone/], proof: proofs("") }) },
    {
      name: "no-scripting",
      use: { javaScriptEnabled: false },
      ...journeys({ never: [/@scripting|@phone/], proof: proofs("@(?:no-scripting|both)") }),
    },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...journeys({ only: /@phone/, never: [], proof: proofs("@phone") }),
    },
  ],
});
