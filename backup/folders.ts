import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";

const isMissing = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "ENOENT";

/** The entries of a folder; none where there is no such folder. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

/** Whether any file lies in a folder, or beneath it. */
export const hasFiles = async (folder: string): Promise<boolean> =>
  (await entriesOf(folder)).some((entry) => entry.isFile());

/**
 * Copies every file and every empty folder, with the moment that each file was last changed; `to` may exist. A file
 * that is moved away meanwhile is left out.
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

/** Moves what lies at a place out of the way, and keeps it beside; resolves to where it is now. */
export async function setAside(folder: string, at: Date): Promise<string> {
  const aside = `${folder}.before-${at.toISOString().replace(/[:.]/g, "-")}`;
  await rename(folder, aside);
  return aside;
}
