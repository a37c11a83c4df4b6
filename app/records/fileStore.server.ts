import { randomUUID } from "node:crypto";
import {
  closeSync,
  type Dir,
  fstatSync,
  fsync,
  fsyncSync,
  futimesSync,
  mkdirSync,
  opendirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import { hashedName } from "#app/database/seal.server.ts";
import { createFolderLock, isFileError } from "./folderLock.server.ts";
import { type Fence, LockLost, type RecordStore, type WriteOptions } from "./records.server.ts";

const sweepEveryMs = 15 * 60_000;
const sweepGraceMs = 60_000;
/** Files checked per sweep. It continues while a tenth of them had expired, as Redis does. */
const sweepBatch = 5_000;
const sweepSlice = 100;
const abandonedAfterMs = 60 * 60_000;
/** A record is renewed only after a hundredth of its lifetime has passed, since every page reads one. */
const renewedShare = 0.01;

const toDisk = promisify(fsync);
const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
const isLiving = (path: string): boolean => (statOf(path)?.mtimeMs ?? 0) > Date.now();

/** Opens a file for reading; undefined if it doesn't exist. */
function openIfThere(path: string): number | undefined {
  // Most records that a page reads don't exist, and an exception is several times slower than this check.
  if (!statOf(path)) return undefined;
  try {
    return openSync(path, "r");
  } catch (problem) {
    if (isFileError(problem, "ENOENT")) return undefined;
    throw problem;
  }
}

/** Creates a folder and its parents, as durably as the files in it. */
function createFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (const parent of new Set([dirname(first), dirname(folder)])) {
    const handle = openSync(parent, "r");
    fsyncSync(handle);
    closeSync(handle);
  }
}

/** Syncs the names in a folder to disk; calls during a sync share the next one. */
function createFolderSync(folder: string) {
  const handle = openSync(folder, "r");
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    sync(): Promise<void> {
      next ??= running.then(() => {
        next = undefined;
        const now = toDisk(handle);
        running = now.catch(() => undefined);
        return now;
      });
      return next;
    },
    close: () => closeSync(handle),
  };
}

/**
 * Records as files of one folder, for the processes of one machine. A file's modification time is its expiry, which
 * makes renewing it one system call that cannot race with a change of its content. Whole files appear by rename, one
 * change at a time across processes, and are on disk before a change resolves; a lock is not, since none outlives the
 * machine's processes. `onSweepFailure` gets the error of a failed sweep of expired files. All but the disk is waited for
 * synchronously: for files this small a pool thread costs many times the work itself, and every page reads one.
 */
export function openFileStore(folder: string, onSweepFailure: (problem: unknown) => void): RecordStore {
  createFolder(folder);
  const folderLock = createFolderLock(folder);
  const names = createFolderSync(folder);
  const pathOf = (key: string) => join(folder, hashedName(key));

  async function writeAside(value: string, ttlSeconds: number, isDurable: boolean): Promise<string> {
    const path = join(folder, `.${randomUUID()}`);
    const file = openSync(path, "wx", 0o600);
    try {
      writeFileSync(file, value);
      futimesSync(file, new Date(), new Date(Date.now() + ttlSeconds * 1000));
      if (isDurable) await toDisk(file);
    } finally {
      closeSync(file);
    }
    return path;
  }

  function read(path: string, renewSeconds?: number): string | undefined {
    const file = openIfThere(path);
    if (file === undefined) return undefined;
    try {
      const { mtimeMs } = fstatSync(file);
      const now = Date.now();
      if (mtimeMs <= now) return undefined;
      const life = (renewSeconds ?? 0) * 1000;
      if (now + life - mtimeMs > life * renewedShare) futimesSync(file, new Date(), new Date(now + life));
      return readFileSync(file, "utf8");
    } finally {
      closeSync(file);
    }
  }

  /** Makes a change under the lock, and only if its fence is valid. */
  const change = <T>(fence: Fence | undefined, work: () => T): Promise<T> =>
    folderLock.run(() => {
      if (fence && read(pathOf(fence.lock)) !== fence.owner) throw new LockLost();
      return work();
    });

  async function put(
    path: string,
    value: string,
    ttlSeconds: number,
    { only, fence, isBrief = false }: WriteOptions,
  ): Promise<boolean> {
    const fits = () => only === undefined || isLiving(path) === (only === "present");
    if (!fence && !fits()) return false;
    const fresh = await writeAside(value, ttlSeconds, !isBrief);
    let isWritten = false;
    try {
      isWritten = await change(fence, () => {
        if (!fits()) return false;
        renameSync(fresh, path);
        return true;
      });
    } finally {
      if (!isWritten) await rm(fresh, { force: true });
    }
    if (isWritten && !isBrief) await names.sync();
    return isWritten;
  }

  async function take(path: string, fence?: Fence): Promise<string | undefined> {
    if (!fence && !statOf(path)) return undefined;
    const value = await change(fence, () => {
      const found = read(path);
      if (statOf(path)) unlinkSync(path);
      return found;
    });
    await names.sync();
    return value;
  }

  const isExpired = (name: string): boolean => {
    const found = statOf(join(folder, name));
    if (!found?.isFile()) return false;
    // A temporary file of a process that ended has a lifetime of its own, and no record name.
    if (name.startsWith(".")) return found.ctimeMs + abandonedAfterMs < Date.now();
    return found.mtimeMs + sweepGraceMs < Date.now();
  };

  let place: Dir | undefined;
  /** The next names of the folder, from where the last sweep ended; fewer at the folder's end. */
  function nextNames(most: number): string[] {
    place ??= opendirSync(folder, { bufferSize: sweepSlice });
    const found: string[] = [];
    while (found.length < most) {
      const entry = place.readSync();
      if (!entry) {
        place.closeSync();
        place = undefined;
        break;
      }
      found.push(entry.name);
    }
    return found;
  }

  /** Removes expired files, at a cost independent of the number of records. */
  async function sweep(): Promise<void> {
    let removed = 0;
    for (let looked = 0; looked < sweepBatch || removed * 10 >= looked; looked += sweepSlice) {
      const some = nextNames(sweepSlice);
      if (some.some(isExpired))
        removed += await folderLock.run(() => {
          const expired = some.filter(isExpired);
          for (const name of expired) unlinkSync(join(folder, name));
          return expired.length;
        });
      if (place === undefined) return;
      await breathe();
    }
  }
  // A failed sweep leaves expired files for the next one; reading never returns them.
  const sweepQuietly = () => sweep().catch(onSweepFailure);
  let sweeping = sweepQuietly();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweepQuietly);
  }, sweepEveryMs);
  timer.unref();

  return {
    get: async (key, renewSeconds) => read(pathOf(key), renewSeconds),
    getEach: async (keys) => keys.map((key) => read(pathOf(key))),
    set: (key, value, ttlSeconds, options = {}) => put(pathOf(key), value, ttlSeconds, options),
    take: (key, fence) => take(pathOf(key), fence),
    lock: (name, owner, leaseSeconds) =>
      put(pathOf(name), owner, leaseSeconds, { only: "absent", isBrief: true }),
    async unlock(name, owner) {
      const path = pathOf(name);
      await folderLock.run(() => {
        if (read(path) === owner) unlinkSync(path);
      });
    },
    now: async () => Date.now(),
    async close() {
      clearInterval(timer);
      await sweeping;
      place?.closeSync();
      names.close();
    },
  };
}
