import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileInRepository, npm, run } from "./processes.mjs";

/** Where npm links the workspace with the packages of checks and tests. */
const tools = "node_modules/utopia-portal-tests";

/** What npm installs without the tools: the root, and the workspaces below packages/. */
const productOnly = ["--include-workspace-root", "--workspace=packages"];

const sayInstalling = () => process.stdout.write("Installing packages …\n");

/**
 * Makes `node_modules` match the lockfile: installs when anything is missing or of another version, else does nothing.
 * `npm run demo` needs only what the product is built of; checks and tests also need their tools, which are a workspace.
 * Throws an Error in words when Node is too old or the installation fails.
 */
export async function ensurePackages({ onlyProduct = false, onBegin = sayInstalling } = {}) {
  requireNode();
  if (areInstalled(onlyProduct ? productPackages : allPackages)) return;
  onBegin();
  // A copy that has the tools keeps them.
  const withTools = !onlyProduct || existsSync(fileInRepository(tools));
  // A production environment would leave out the packages for building and testing.
  const options = ["--include=dev", "--prefer-offline", ...(withTools ? [] : productOnly)];
  await run("Installing packages", ...npm("ci", ...options));
}

/**
 * For commands beside running processes: throws an Error in words where a runtime package is missing or of another
 * version, and installs nothing, since that would replace packages of the running processes, too.
 */
export function requirePackages() {
  if (!areInstalled(runtimePackages))
    throw new Error("Packages are missing, or are of another version: run `npm ci` first.");
}

/** Throws an Error in words where Node is older than `engines` in package.json says. */
function requireNode() {
  const { engines } = JSON.parse(readFileSync(fileInRepository("package.json"), "utf8"));
  const oldest = engines.node.replace(">=", "");
  const [[major, minor], [oldestMajor, oldestMinor]] = [process.versions.node, oldest].map((version) =>
    version.split(".").map(Number),
  );
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new Error(`Node ${oldest} or newer is needed; this is ${process.versions.node}.`);
}

const allPackages = (wanted) => Object.keys(wanted).filter((path) => path !== "");

const runtimePackages = (wanted) =>
  Object.keys(wanted).filter(
    (path) =>
      path.includes("node_modules/") && !wanted[path].dev && !wanted[path].devOptional && !wanted[path].link,
  );

/** The packages that the root's package.json and those below packages/ lead to: what the product is built of and run with. */
function productPackages(wanted) {
  const found = new Set();
  const follow = (path) => {
    if (wanted[path].link) return follow(wanted[path].resolved);
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      wanted[path];
    const names = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies };
    for (const name of Object.keys(names)) {
      const dependency = !peerDependenciesMeta?.[name]?.optional && resolvePackage(wanted, path, name);
      if (!dependency || found.has(dependency)) continue;
      found.add(dependency);
      follow(dependency);
    }
  };
  for (const path of Object.keys(wanted)) if (path === "" || /^packages\/[^/]+$/.test(path)) follow(path);
  return [...found];
}

/** Node's resolution: beside the package, or beside a folder above it. */
function resolvePackage(wanted, from, name) {
  for (let folder = from; folder !== "" && folder !== "."; folder = dirname(folder))
    if (wanted[`${folder}/node_modules/${name}`]) return `${folder}/node_modules/${name}`;
  return wanted[`node_modules/${name}`] && `node_modules/${name}`;
}

/** Whether the packages that `choose` takes from the lockfile are installed, in its versions. */
function areInstalled(choose) {
  const installedFile = fileInRepository("node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(fileInRepository("package-lock.json"));
  const installed = readPackages(installedFile);
  return choose(wanted).every((path) => {
    if (wanted[path].optional && !installed[path]) return true;
    return installed[path]?.version === wanted[path].version && existsSync(fileInRepository(path));
  });
}

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};
