import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { assertKey, type FileStore, FileStoreFailure, type ListedFile } from "./fileStore.ts";

export const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file next to its place, and moves it there when it is on the disk: no reader sees an incomplete file. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // No key begins with a dot.
  const partial = join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(partial, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Files in a folder of this machine, readable by its user only. Throws where the folder can't be created. */
export async function openFolderStore(home: string): Promise<FileStore> {
  const root = resolve(home);
  const failure = (what: string, cause: unknown) =>
    new FileStoreFailure(`The folder of files, ${root}, did not ${what}`, { cause });
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, ...key.split("/"));
  };

  async function* list(prefix: string): AsyncGenerator<ListedFile> {
    // Only the folder of the prefix is read.
    const folder = prefix.slice(0, Math.max(prefix.lastIndexOf("/"), 0));
    const start = folder ? pathOf(folder) : root;
    const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (folder && isMissing(error)) return [];
      throw failure("list its files", error);
    });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.startsWith(".")) continue;
      const path = join(entry.parentPath, entry.name);
      const key = relative(root, path).split(sep).join("/");
      if (!key.startsWith(prefix)) continue;
      const found = await stat(path).catch((error: unknown) => {
        if (!isMissing(error)) throw failure(`tell of ${key}`, error);
      });
      if (found) yield { key, size: found.size, changedAt: found.mtime };
    }
  }

  await mkdir(root, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw failure("open", error);
  });
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await writeWhole(path, content).catch((error: unknown) => {
        throw failure(`take ${key}`, error);
      });
    },
    get: async (key) => {
      const path = pathOf(key);
      return readFile(path).catch((error: unknown) => {
        if (!isMissing(error)) throw failure(`give ${key}`, error);
        return undefined;
      });
    },
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true }).catch((error: unknown) => {
        throw failure(`remove ${key}`, error);
      });
    },
    list,
  };
}
