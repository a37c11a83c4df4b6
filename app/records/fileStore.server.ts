import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, futimesSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashedName, type RecordStore } from "./store.server.ts";

const sweepEveryMs = 15 * 60_000;
const sweepGraceMs = 60_000;
/** A record is renewed only after a hundredth of its life has passed, since every page reads one. */
const renewedShare = 0.01;

const isMissing = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "ENOENT";
const isTaken = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "EEXIST";

function openIfThere(path: string): number | undefined {
  // Most of what a page asks for has never been written, which an exception takes several times as long to say.
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  try {
    return openSync(path, "r");
  } catch (problem) {
    if (isMissing(problem)) return undefined;
    throw problem;
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (problem) {
    if (isMissing(problem)) return undefined;
    throw problem;
  }
}

/**
 * Records as files of one folder, for the processes of one machine. A file's modification time is the
 * moment it expires, which makes renewing it one system call that cannot race with a change of its
 * content; whole files appear and vanish by link and rename. `onSweepFailure` hears of a sweep of expired
 * files that failed. Reading happens at once: for files this small a thread of the pool costs many times the
 * work itself, and every page reads one.
 */
export function openFileStore(folder: string, onSweepFailure: (problem: unknown) => void): RecordStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(folder, hashedName(key));
  const aside = () => join(folder, `.${randomUUID()}`);
  const expiry = (seconds: number) => new Date(Date.now() + seconds * 1000);

  async function write(value: string, seconds: number): Promise<string> {
    const path = aside();
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(value);
      await file.utimes(new Date(), expiry(seconds));
    } finally {
      await file.close();
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

  async function linked(from: string, to: string): Promise<boolean> {
    try {
      await link(from, to);
      return true;
    } catch (problem) {
      if (isTaken(problem)) return false;
      throw problem;
    }
  }

  /**
   * Moves the file out of the way for this caller alone; undefined when there is none, or another process was quicker.
   */
  async function claim(path: string): Promise<string | undefined> {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    const mine = aside();
    return (await unlessMissing(rename(path, mine).then(() => mine))) ?? undefined;
  }

  async function sweep(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await unlessMissing(stat(path));
      if (found && found.mtimeMs + sweepGraceMs < Date.now()) await rm(path, { force: true });
    }
  }
  // A sweep that fails leaves expired files for the next one; reading never returns them.
  const sweepQuietly = () => sweep().catch(onSweepFailure);
  let sweeping = sweepQuietly();
  const timer = setInterval(() => {
    sweeping = sweepQuietly();
  }, sweepEveryMs);
  timer.unref();

  return {
    get: async (key, renewSeconds) => read(pathOf(key), renewSeconds),
    getEach: async (keys) => keys.map((key) => read(pathOf(key))),
    async set(key, value, seconds) {
      await rename(await write(value, seconds), pathOf(key));
    },
    async add(key, value, seconds) {
      const path = pathOf(key);
      const fresh = await write(value, seconds);
      try {
        if (await linked(fresh, path)) return true;
        if (read(path) !== undefined) return false;
        const old = await claim(path);
        if (old) {
          // Between reading and claiming another process may have added its own: that one stays.
          if (read(old) !== undefined) await linked(old, path);
          await rm(old, { force: true });
        }
        return await linked(fresh, path);
      } finally {
        await rm(fresh, { force: true });
      }
    },
    async take(key) {
      const mine = await claim(pathOf(key));
      if (!mine) return undefined;
      const value = read(mine);
      await rm(mine, { force: true });
      return value;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async deleteIf(key, value) {
      if (read(pathOf(key)) === value) await rm(pathOf(key), { force: true });
    },
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
