import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A process that dies while holding the lock blocks the others for this long. */
const leaseMs = 10_000;
const retryMs = 2;
const giveUpMs = 60_000;

/** Whether a file system call failed for this reason. */
export const isFileError = (problem: unknown, code: "ENOENT" | "EEXIST"): boolean =>
  problem instanceof Error && "code" in problem && problem.code === code;

/** The right to change the files of a folder, held by one process of the machine at a time. */
export type FolderLock = {
  /** Makes a synchronous change. Throws if another process holds the lock for a minute. */
  run<T>(change: () => T): Promise<T>;
  /** Holds the lock while `work` runs. Throws if it was lost before the end. */
  hold<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A lock whose turns are numbered files, of which the highest counts: no two processes can create the same one. A
 * turn ends when its file's time is set to 0, or `leaseMs` after that time. Numbers are never reused, so that a
 * delayed process notices that it is late, and can end no turn but its own.
 */
export function createFolderLock(folder: string): FolderLock {
  const turns = join(folder, ".turns");
  mkdirSync(turns, { recursive: true, mode: 0o700 });
  const pathOf = (turn: number) => join(turns, String(turn));
  const allTurns = () => readdirSync(turns).map(Number);
  const newestOf = (all: readonly number[]) => Math.max(0, ...all);

  function isRunning(turn: number): boolean {
    const found = statSync(pathOf(turn), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs + leaseMs > Date.now();
  }

  function create(turn: number): boolean {
    try {
      closeSync(openSync(pathOf(turn), "wx", 0o600));
      return true;
    } catch (problem) {
      if (isFileError(problem, "EEXIST")) return false;
      throw problem;
    }
  }

  /** The number of the acquired turn; undefined while another process has one. */
  function take(): number | undefined {
    const last = newestOf(allTurns());
    if (isRunning(last) || !create(last + 1)) return undefined;
    const all = allTurns();
    const isLate = newestOf(all) !== last + 1;
    for (const over of isLate ? [last + 1] : all.filter((turn) => turn <= last))
      rmSync(pathOf(over), { force: true });
    return isLate ? undefined : last + 1;
  }

  function setTime(turn: number, seconds: number): void {
    try {
      utimesSync(pathOf(turn), seconds, seconds);
    } catch (problem) {
      // It expired, and the process with the next one has removed it.
      if (!isFileError(problem, "ENOENT")) throw problem;
    }
  }

  async function untilTaken(): Promise<number> {
    const giveUpAt = performance.now() + giveUpMs;
    for (;;) {
      const turn = take();
      if (turn !== undefined) return turn;
      if (performance.now() > giveUpAt) throw new Error(`Another process keeps ${folder} locked`);
      await delay(retryMs);
    }
  }

  return {
    async run(change) {
      const turn = await untilTaken();
      try {
        return change();
      } finally {
        setTime(turn, 0);
      }
    },
    async hold(work) {
      const turn = await untilTaken();
      const timer = setInterval(() => setTime(turn, Date.now() / 1000), leaseMs / 5);
      try {
        const result = await work();
        if (newestOf(allTurns()) !== turn) throw new Error(`${folder} was changed meanwhile`);
        return result;
      } finally {
        clearInterval(timer);
        setTime(turn, 0);
      }
    },
  };
}
