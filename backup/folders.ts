import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A prepared part of a backup, next to what it replaces. */
export type Prepared = {
  /** Replaces the existing data, in one step. */
  swap(): Promise<void>;
  discard(): Promise<void>;
};

const isMissing = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "ENOENT";

/** The entries of a folder; none without such a folder. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

/** Whether a folder contains any file, at any depth. */
export const hasFiles = async (folder: string): Promise<boolean> =>
  (await entriesOf(folder)).some((entry) => entry.isFile());

/**
 * Copies every file and every empty folder, with modification times; `to` may exist. A file that is moved away during
 * the copy is left out.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await entriesOf(from)) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      const { atime, mtime } = await stat(source);
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await utimes(target, atime, mtime);
    } catch (problem) {
      if (!isMissing(problem)) throw problem;
    }
  }
}

/** Renames a folder to `to`; an existing `to` is set aside under a name with the time `at`. */
export async function replaceFolder(from: string, to: string, at: Date): Promise<void> {
  if (await hasFiles(to)) await rename(to, `${to}.before-${at.toISOString().replace(/[:.]/g, "-")}`);
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
}

/** A copy of a folder, prepared to replace another one. */
export async function prepareFolder(from: string, to: string, at: Date): Promise<Prepared> {
  const spare = `${to}.restoring`;
  const discard = () => rm(spare, { recursive: true, force: true });
  await discard();
  await copyFolder(from, spare);
  return { swap: () => replaceFolder(spare, to, at), discard };
}
