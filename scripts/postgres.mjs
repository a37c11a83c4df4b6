import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { installDebianPackages } from "./debian.mjs";

const debian = "/usr/lib/postgresql";

/** Whether a PostgreSQL server is installed here. */
export const hasPostgres = () =>
  spawnSync("initdb", ["--version"], { stdio: "ignore" }).status === 0 ||
  (existsSync(debian) && readdirSync(debian).length > 0);

/** Installs PostgreSQL from the system's packages, if it isn't there and this account may. */
export async function ensurePostgres() {
  if (!hasPostgres()) await installDebianPackages("postgresql");
}
