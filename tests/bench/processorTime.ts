import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Milliseconds that a thread has had a core since its start, where the system tells it (Linux). */
const spentBy = (pid: number, thread: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;

/**
 * Tells the processor time, in milliseconds, that a platform's own thread and its embedded database's have spent: what
 * a call would have waited for if nothing else were on the machine, as one of the two works for it at a time. The
 * database's thread is the one that has spent most besides the platform's own: ask once it has been seeded.
 */
export function processorTimeOf(pid: number): () => number {
  const others = readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .filter((thread) => thread !== pid)
    .map((thread) => ({ thread, spent: spentBy(pid, thread) }))
    .sort((one, other) => other.spent - one.spent);
  const threads = [pid, ...others.slice(0, 1).map(({ thread }) => thread)];
  const spent = new Map(threads.map((thread) => [thread, 0]));
  return () => {
    for (const thread of threads) {
      // A thread that has ended, as those do that read files, spends no more.
      if (existsSync(`/proc/${pid}/task/${thread}`)) spent.set(thread, spentBy(pid, thread));
    }
    return [...spent.values()].reduce((sum, one) => sum + one, 0);
  };
}

const ticksASecond = 100;

/** The processor time that a process has spent in all, in seconds, and the most memory (MB) that it has had since this was asked. */
export function usageOf(pid: number): { seconds: number; megabytes: number } {
  const times = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const [user, system] = times.slice(11, 13).map(Number);
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  // Has the system begin again with what the process has now.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return {
    seconds: ((user ?? Number.NaN) + (system ?? Number.NaN)) / ticksASecond,
    megabytes: Number(peak) / 1024,
  };
}
