import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { patience } from "#scripts/patience.mjs";
import journeys from "../../playwright.config.ts";

/** Journeys with its tag, in Debian's Firefox, which Playwright drives by WebDriver BiDi. */
export default defineConfig({
  ...journeys,
  testDir: "../journeys",
  outputDir: "../../test-results/firefox",
  globalSetup: "../support/browserRun.ts",
  grep: /@firefox/,
  timeout: patience(240_000),
  expect: { timeout: patience(30_000) },
  reporter: "list",
  projects: [{ name: "firefox" }],
  use: {
    browserName: "firefox",
    channel: "moz-firefox",
    launchOptions: {
      executablePath: fileURLToPath(new URL("./esr.mjs", import.meta.url)),
    },
    viewport: { width: 1280, height: 720 },
    actionTimeout: patience(30_000),
    screenshot: "only-on-failure",
  },
});
