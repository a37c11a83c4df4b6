import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { isMissing } from "./files/folderStore.ts";

/** A file in the inbound folder. Its name may be any bytes: `name` is for display, `path` for the disk. */
export type InboundFile = { name: string; path: Buffer; size: number; changedAt: number };

/** Undefined for a file that another process took in the meantime. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A settled file: time, length, and name. */
const settledName = /^([\dT-]+Z)-(\d+)-/;
/** Bytes of a name that every file system accepts. */
const maxNameBytes = 255;

const pathIn = (folder: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);

const nameIn = (path: Buffer): Buffer => path.subarray(path.lastIndexOf("/") + 1);

const stampOf = (at: Date): string => at.toISOString().replace(/[:.]/g, "-");

/** Our own file names, which cannot leave their folder. */
const plainName = (name: string) => name.replace(/[/\\\0]/g, "_");

/** The name of a settled file, and that of the text beside a refused one, which no settled file can have. */
const settledAs = (name: Buffer, size: number, at: Date): Buffer =>
  Buffer.concat([Buffer.from(`${stampOf(at)}-${size}-`), name]).subarray(0, maxNameBytes);
const reasonFor = (settled: Buffer): Buffer =>
  Buffer.concat([
    Buffer.concat([Buffer.from("reason-"), settled]).subarray(0, maxNameBytes - 4),
    Buffer.from(".txt"),
  ]);

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
 * Folders in one folder: `in` and `out` are the partner's, `done`, `quarantine` and `staged` our own. They are on one
 * file system, where moving a file is atomic.
 */
export async function openEdiFolder(home: string) {
  const folders = {
    in: join(home, "in"),
    out: join(home, "out"),
    done: join(home, "done"),
    quarantine: join(home, "quarantine"),
    staged: join(home, "staged"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return {
    /** Inbound files, oldest first; one with a dot before its name is still being written. */
    async listInbound() {
      const entries = await readdir(folders.in, { withFileTypes: true, encoding: "buffer" });
      const files: InboundFile[] = [];
      for (const entry of entries) {
        const name = entry.name.toString();
        const path = pathIn(folders.in, entry.name);
        const found = entry.isFile() && !name.startsWith(".") ? await unlessMissing(stat(path)) : undefined;
        if (found) files.push({ name, path, size: found.size, changedAt: found.mtimeMs });
      }
      return files.sort(
        (one, other) => one.changedAt - other.changedAt || Buffer.compare(one.path, other.path),
      );
    },
    readInbound: ({ path }: InboundFile) => unlessMissing(readFile(path)),
    /** Moves an inbound file to those that were taken in. */
    async accept({ path, size }: InboundFile) {
      const settled = settledAs(nameIn(path), size, new Date());
      await unlessMissing(rename(path, pathIn(folders.done, settled)));
    },
    /** Moves an inbound file to the refused ones, with the reason in a text file of the same name beside it. */
    async refuse({ path, size }: InboundFile, reason: string) {
      const settled = settledAs(nameIn(path), size, new Date());
      const isMoved = await unlessMissing(rename(path, pathIn(folders.quarantine, settled)).then(() => true));
      if (isMoved) await writeFile(pathIn(folders.quarantine, reasonFor(settled)), `${reason}\n`);
    },
    /**
     * Moves back a file that its sender wrote to after it was settled: it had paused, and the file was incomplete.
     * Checks the files settled after a time.
     */
    async reclaim(settledAfter: Date) {
      for (const folder of [folders.done, folders.quarantine]) {
        for (const entry of await readdir(folder, { encoding: "buffer" })) {
          const [prefix, at = "", size] = settledName.exec(entry.toString("latin1")) ?? [];
          if (prefix === undefined || at < stampOf(settledAfter)) continue;
          const path = pathIn(folder, entry);
          const found = await unlessMissing(stat(path));
          if (!found || String(found.size) === size) continue;
          const inbound = pathIn(folders.in, entry.subarray(prefix.length));
          // Another file has come under this name: it is taken in first.
          if (await unlessMissing(stat(inbound))) continue;
          await unlessMissing(rename(path, inbound));
          await rm(pathIn(folder, reasonFor(entry)), { force: true });
        }
      }
    },
    /** Writes a file that is not for the partner yet; returns its name there. */
    async stage(name: string, content: Uint8Array) {
      const staged = `${randomUUID()}-${plainName(name)}`;
      await writeDurably(join(folders.staged, staged), content);
      return staged;
    },
    /**
     * Moves a staged file to the partner's folder, atomically: a file that is no longer staged was moved before. One that
     * the partner has not fetched is never overwritten: the new one has a number after its name. Returns its place.
     */
    async transmit(staged: string, name: string) {
      const from = join(folders.staged, plainName(staged));
      const { name: base, ext } = parse(plainName(name));
      let place = join(folders.out, plainName(name));
      for (
        let number = 2;
        (await unlessMissing(stat(from))) && (await unlessMissing(stat(place)));
        number += 1
      )
        place = join(folders.out, `${base}-${number}${ext}`);
      await unlessMissing(rename(from, place));
      return place;
    },
    /** Removes staged files that will not be transmitted: those older than a time, except for the listed ones. */
    async tidy(keep: ReadonlySet<string>, before: Date) {
      for (const name of await readdir(folders.staged)) {
        if (keep.has(name)) continue;
        const path = join(folders.staged, name);
        const found = await unlessMissing(stat(path));
        if (found && found.mtimeMs < before.getTime()) await rm(path, { force: true });
      }
    },
  };
}

export type EdiFolder = Awaited<ReturnType<typeof openEdiFolder>>;
