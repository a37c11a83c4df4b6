import { existsSync, readFileSync } from "node:fs";
import { fileInRepository, npm, run } from "./processes.mjs";

const oldestNode = [20, 12];

/**
 * Makes `node_modules` match the lockfile: installs when anything is missing or of another version, else does nothing.
 * Throws an Error in words when Node is too old or the installation fails.
 */
export async function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new Error(`Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}.`);
  }
  if (areInstalled(() => true)) return;
  process.stdout.write("Installing packages …\n");
  // A production environment would leave out the packages for building and testing.
  await run("Installing packages", ...npm("ci", "--include=dev", "--prefer-offline"));
}

/**
 * For commands beside running processes: throws an Error in words where a runtime package is missing or of another
 * version, and installs nothing, since that would replace packages of the running processes, too.
 */
export function requirePackages() {
  if (!areInstalled(({ dev, devOptional }) => !dev && !devOptional))
    throw new Error("Packages are missing, or are of another version: run `npm ci` first.");
}

/** Whether the packages of the lockfile that `isNeeded` are installed, in its versions. */
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
