import { spawnSync } from "node:child_process";
import { installDebianPackages } from "./debian.mjs";
import { ensureBuild } from "./freshBuild.mjs";
import { ensurePackages } from "./packages.mjs";
import { main, run, tool } from "./processes.mjs";

const works = (path) => spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;

/** `FIREFOX_PATH`, else an installed one, else Debian's, installed now. Throws an Error in words. */
async function ensureFirefox() {
  const places = [process.env.FIREFOX_PATH, "firefox-esr", "firefox"].filter(Boolean);
  const found = places.find(works);
  if (found) return found;
  await installDebianPackages("firefox-esr");
  if (works("firefox-esr")) return "firefox-esr";
  throw new Error("There is no Firefox: install firefox-esr, or name one by FIREFOX_PATH.");
}

// The journeys with the tag @firefox, in Firefox: `node scripts/firefox.mjs [Playwright's arguments]`.
await main(async () => {
  await ensurePackages();
  const path = await ensureFirefox();
  await ensureBuild();
  const config = ["test", "--config", "tests/firefox/playwright.config.ts", ...process.argv.slice(2)];
  await run("The journeys in Firefox", ...tool("@playwright/test/cli.js", ...config), {
    env: { FIREFOX_PATH: path },
    show: true,
  });
});
