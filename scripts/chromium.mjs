import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run, tool } from "./processes.mjs";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * A Chromium for the browser tests: `CHROMIUM_PATH`, else one that is installed, else one that is installed now: from
 * the system's packages where this account may do that, else the test tool's own. Resolves to its path, or to undefined
 * for the test tool's own. Throws an Error in words.
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (works(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  const found = installed.find(works);
  if (found) return found;

  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall && (await installPackage())) {
    const fresh = installed.find(works);
    if (fresh) return fresh;
  }
  process.stdout.write("Fetching the browser of the test tool …\n");
  await run("Fetching a browser", ...tool("@playwright/test/cli.js", "install", "chromium"));
  return undefined;
}

// A stub that only points to another way of installing exists as a file, but doesn't start.
const works = (path) =>
  existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;

async function installPackage() {
  process.stdout.write("Installing Chromium from the system's packages …\n");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("Reading the package lists", "apt-get", ["update", "-qq"], { env });
    const wanted = ["chromium", "fonts-liberation"];
    await run(
      "Installing Chromium",
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", ...wanted],
      { env },
    );
    return true;
  } catch (error) {
    process.stdout.write(`${error.output ?? ""}\n${error.message}\n`);
    return false;
  }
}
