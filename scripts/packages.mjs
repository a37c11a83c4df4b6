import { existsSync, readFileSync } from "node:fs";
import { fileInRepository, npm, run } from "./processes.mjs";

const oldestNode = [20, 12];

/**
 * Makes `node_modules` what the lockfile says: installs when anything is missing or of another version, else does
 * nothing. Throws an Error in words when Node is too old or the installation fails.
 */
export async function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new Error(`Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}.`);
  }
  if (areInstalled(() => true)) return;
  process.stdout.write("Installing packages …\n");
  // A production environment would leave out the packages that build and test.
  await run("Installing packages", ...npm("ci", "--include=dev", "--prefer-offline"));
}

/**
 * For commands beside processes that run: throws an Error in words where a package that runs is missing or of another
 * version, and installs nothing, since a package that is exchanged is exchanged for those processes, too.
 */
export function requirePackages() {
  if (!areInstalled(({ dev, devOptional }) => !dev && !devOptional))
    throw new Error("Packages are missing, or are of another version: run `npm ci` first.");
}

/** Whether the packages of the lockfile that `isNeeded` are there, in its versions. */
function areInstalled(isNeeded) {
  const installedFile = fileInRepository("node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(fileInRepository("package-lock.json"));
  const installed = readPackages(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path]) || !isNeeded(entry)) return true;
    return installed[path]?.version === entry.version && existsSync(fileInRepository(path));
  });
}

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};
