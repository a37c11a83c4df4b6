import { existsSync } from "node:fs";
import { run } from "./processes.mjs";

// A machine without a network uses its existing lists.
const briefly = [
  "-o",
  "Acquire::Retries=0",
  "-o",
  "Acquire::http::Timeout=20",
  "-o",
  "Acquire::https::Timeout=20",
];

// Without a run level, packages start no services.
const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

/** Installs Debian packages. Resolves to whether it did: this account may lack permission. */
export async function installDebianPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  process.stdout.write(`Installing ${names[0]} from the system's packages …\n`);
  const install = ["install", "-y", "-qq", "--no-install-recommends", ...briefly, ...names];
  try {
    await run("Reading the package lists", "apt-get", ["update", "-qq", ...briefly], { env });
    await run(`Installing ${names[0]}`, "apt-get", install, { env });
    return true;
  } catch (error) {
    process.stdout.write(`${error.output ?? ""}\n${error.message}\n`);
    return false;
  }
}
