import { defineConfig, devices } from "@playwright/test";
import { patience } from "./scripts/patience.mjs";
import { proofsBy } from "./scripts/promises.mjs";
import { chromiumOptions } from "./tests/support/chromium.ts";

const chromium = chromiumOptions();

const suite = process.env.TEST_SUITE;
const { titles } = proofsBy("journey");
const proof = new RegExp(titles);

/** The journeys of a project: in `npm run test:full` without those that `npm test` runs. */
const journeys = ({ only = /.*/, never, proved }: { only?: RegExp; never: RegExp; proved?: RegExp }) => ({
  grep: only,
  grepInvert: suite === "full" && proved ? [never, proved] : never,
});

/** In `npm test` one project runs all journeys that prove a promise, so that every worker can run any of them. */
const proofs = [{ name: "scripting", grep: proof }];

/**
 * Every journey runs with and without scripting, unless its tags say otherwise: `@scripting` and `@no-scripting` run in
 * that project only, `@phone` at phone width only. A promise is proved with scripting, or without it where the journey is
 * tagged `@no-scripting`.
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
  projects:
    suite === "promises"
      ? proofs
      : [
          { name: "scripting", ...journeys({ never: /@no-scripting|@phone/, proved: proof }) },
          {
            name: "no-scripting",
            use: { javaScriptEnabled: false },
            ...journeys({
              never: /@scripting|@phone/,
              proved: new RegExp(`(?=.*${titles})(?=.*@no-scripting)`, "s"),
            }),
          },
          {
            name: "phone",
            use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
            ...journeys({ only: /@phone/, never: /^$/ }),
          },
        ],
});
