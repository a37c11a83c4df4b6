import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file that lies in the folder for inbound files. */
export type InboundFile = { name: string; size: number; changedAt: number };

/** Where files to and from partners lie. */
export type EdiFolder = {
  /** Files that came in, by name; what begins with a dot is still being written. */
  listInbound(): Promise<InboundFile[]>;
  readInbound(name: string): Promise<Uint8Array>;
  /** Moves an inbound file to those that were taken in, or to those that could not be read. */
  settle(name: string, to: "done" | "quarantine"): Promise<void>;
  /** Writes a file that is not for the partner yet; returns its name there. */
  stage(name: string, content: Uint8Array): Promise<string>;
  /**
   * Moves a staged file to the partner's folder, in one step: a file that is no longer staged was moved before. Returns
   * its place.
   */
  transmit(staged: string, name: string): Promise<string>;
  /** Removes staged files that nobody will transmit: those older than a time, but for the ones to keep. */
  tidy(keep: ReadonlySet<string>, before: Date): Promise<void>;
};

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Undefined for a file that another process took meanwhile. */
async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Names that stay in their folder. */
const plainName = (name: string) => name.replace(/[/\\\0]/g, "_");

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Folders in one folder: `in` and `out` are the partner's, `done`, `quarantine` and `staged` our own. They are of one
 * file system, where moving a file either happened or did not.
 */
export async function openEdiFolder(home: string): Promise<EdiFolder> {
  const folders = {
    in: join(home, "in"),
    out: join(home, "out"),
    done: join(home, "done"),
    quarantine: join(home, "quarantine"),
    staged: join(home, "staged"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return {
    async listInbound() {
      const entries = await readdir(folders.in, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
      const files = await Promise.all(
        names.map(async ({ name }): Promise<InboundFile[]> => {
          const found = await statOf(join(folders.in, name));
          return found ? [{ name, size: found.size, changedAt: found.mtimeMs }] : [];
        }),
      );
      return files.flat().sort((one, other) => one.changedAt - other.changedAt);
    },
    readInbound: (name) => readFile(join(folders.in, plainName(name))),
    async settle(name, to) {
      const kept = `${new Date().toISOString().replace(/[:.]/g, "-")}-${plainName(name)}`;
      try {
        await rename(join(folders.in, plainName(name)), join(folders[to], kept));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async stage(name, content) {
      const staged = `${randomUUID()}-${plainName(name)}`;
      await writeDurably(join(folders.staged, staged), content);
      return staged;
    },
    async transmit(staged, name) {
      const place = join(folders.out, plainName(name));
      try {
        await rename(join(folders.staged, plainName(staged)), place);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return place;
    },
    async tidy(keep, before) {
      for (const name of await readdir(folders.staged)) {
        if (keep.has(name)) continue;
        const path = join(folders.staged, name);
        const found = await statOf(path);
        if (found && found.mtimeMs < before.getTime()) await rm(path, { force: true });
      }
    },
  };
}
