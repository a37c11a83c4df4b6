import { createHash, hkdfSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { databaseKinds } from "./database.ts";

const manifestFile = "manifest.json";

const manifest = z.object({
  version: z.literal(2),
  /** ISO 8601. */
  takenAt: z.string(),
  /** A fingerprint of the secret that decrypts what the portal's database has sealed. */
  secretMark: z.string(),
  /** `none` on a machine without a platform, or with a portal that never started. */
  databases: z.object({ platform: z.enum(databaseKinds), portal: z.enum(databaseKinds) }),
  /** All other files in the folder; `changedAt` is the modification time, in epoch milliseconds. */
  files: z.array(
    z.object({ path: z.string(), bytes: z.number(), sha256: z.string(), changedAt: z.number() }),
  ),
});
export type Manifest = z.output<typeof manifest>;

/** A fingerprint for comparing secrets that reveals nothing of them. */
export const secretMark = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal backup mark v1", 16)).toString("hex");

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<Manifest["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const listed: Manifest["files"] = [];
  for (const file of files.sort()) {
    const { size, mtimeMs } = await stat(file);
    const path = relative(folder, file).split(sep).join("/");
    if (path !== manifestFile)
      listed.push({ path, bytes: size, sha256: await sha256Of(file), changedAt: Math.round(mtimeMs) });
  }
  return listed;
}

/** Writes a manifest of a backup's folder, each file with its checksum. */
export async function writeManifest(
  folder: string,
  facts: Pick<Manifest, "secretMark" | "databases">,
): Promise<Manifest> {
  const written: Manifest = {
    version: 2,
    takenAt: new Date().toISOString(),
    ...facts,
    files: await filesIn(folder),
  };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(written, null, 1)}\n`);
  return written;
}

/** The manifest of an intact backup; throws an Error in words where a file has changed. */
export async function checkedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch(() => {
    throw new Error(`${folder} is no backup: it has no ${manifestFile}.`);
  });
  const { success, data: read } = manifest.safeParse(JSON.parse(text));
  if (!success) throw new Error(`${folder} is of another version of the portal: restore it with that one.`);
  const found = new Map((await filesIn(folder)).map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of read.files) {
    const now = found.get(path);
    if (!now) throw new Error(`${path} is missing in the backup. Nothing was changed.`);
    if (now.bytes !== bytes || now.sha256 !== sha256)
      throw new Error(`${path} is not as it was backed up. Nothing was changed.`);
  }
  return read;
}
