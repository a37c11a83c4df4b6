import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** Journeys with its tag, in Debian's Firefox, which Playwright drives by WebDriver BiDi. */
export default defineConfig({
  ...journeys,
  testDir: "../journeys",
  outputDir: "../../test-results/firefox",
  globalSetup: "../support/browserRun.ts",
  grep: /@firefox/,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  projects: [{ name: "firefox" }],
  use: {
    browserName: "firefox",
    channel: "moz-firefox",
    launchOptions: {
      executablePath: fileURLToPath(new URL("./esr.mjs", import.meta.url)),
    },
    viewport: { width: 1280, height: 720 },
    actionTimeout: 20_000,
    screenshot: "only-on-failure",
  },
});
