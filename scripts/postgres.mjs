import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

const debian = "/usr/lib/postgresql";

/** The folder of `initdb` and `postgres` (15 or newer): POSTGRES_BIN, Debian's newest version, or on the PATH. */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  const folders = [
    process.env.POSTGRES_BIN,
    ...newestFirst.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, "initdb")));
}

/** The same, which throws an Error in words where there is none. */
export function requirePostgres() {
  const folder = findPostgres();
  if (folder) return folder;
  throw new Error(
    "This needs the server of PostgreSQL 15 or newer: install it, or name the folder of its `initdb` in POSTGRES_BIN",
  );
}

/** Installs PostgreSQL from the system's packages, if it isn't there; throws where this account may not. */
export async function ensurePostgres() {
  if (!findPostgres()) await installDebianPackages("postgresql");
  requirePostgres();
}
