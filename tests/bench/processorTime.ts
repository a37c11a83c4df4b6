import { readFileSync, writeFileSync } from "node:fs";

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
