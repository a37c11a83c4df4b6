import { readFileSync, writeFileSync } from "node:fs";

const ticksASecond = 100;

/** A process's total processor time, in seconds, and its peak memory (MB) since the last call. */
export function usageOf(pid: number): { seconds: number; megabytes: number } {
  const times = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const [user, system] = times.slice(11, 13).map(Number);
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return {
    seconds: ((user ?? Number.NaN) + (system ?? Number.NaN)) / ticksASecond,
    megabytes: Number(peak) / 1024,
  };
}
