import { defineConfig, devices } from "@playwright/test";
import { chromiumOptions } from "./tests/support/chromium.ts";

const chromium = chromiumOptions();

/**
 * Every journey runs with and without scripting, unless its tags say otherwise: `@scripting` and
 * `@no-scripting` run in that project only, `@phone` at phone width only.
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
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    // The pages of all journeys are in one process: to start one takes longer than most pages.
    launchOptions: { ...chromium, args: [...chromium.args, "--process-per-site", "--in-process-gpu"] },
    locale: "en-AU",
    timezoneId: "Australia/Melbourne",
    actionTimeout: 10_000,
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "scripting", grepInvert: /@no-scripting|@phone/ },
    { name: "no-scripting", use: { javaScriptEnabled: false }, grepInvert: /@scripting|@phone/ },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
});
