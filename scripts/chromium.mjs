import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebianPackages } from "./debian.mjs";
import { run, tool } from "./processes.mjs";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** Headless Chromium: the same pages for well under half the work, as in Playwright's own one. */
const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * A regular Chromium: `CHROMIUM_PATH`, else an installed one, else one that is installed now: from the system's
 * packages if this account may, else Playwright's own. Resolves to its path, or to undefined for Playwright's own.
 * Throws an Error in words.
 */
export async function ensureChromium() {
  const found = namedChromium() ?? installed.find(works) ?? (await installPackage("chromium", installed));
  if (!found) await fetchBrowser();
  return found;
}

/** A Chromium for the browser tests: as `ensureChromium`, but preferably a headless one. */
export async function ensureTestChromium() {
  const named = namedChromium();
  if (named) return named;
  if (works(headlessShell)) return headlessShell;
  return (await installPackage("chromium-headless-shell", [headlessShell])) ?? ensureChromium();
}

function namedChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !works(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`);
  return named || undefined;
}

// A stub that only points to another way of installing exists as a file, but doesn't start.
const works = (path) =>
  existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;

/**
 * Resolves to the first of the places that works after the installation; to undefined if this account can't install.
 */
async function installPackage(name, places) {
  const isInstalled = await installDebianPackages(name, "fonts-liberation");
  return isInstalled ? places.find(works) : undefined;
}

async function fetchBrowser() {
  process.stdout.write("Fetching the browser of the test tool …\n");
  await run("Fetching a browser", ...tool("@playwright/test/cli.js", "install", "chromium"));
}
