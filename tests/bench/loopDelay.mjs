import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into a server: measures how long its event loop is blocked. On SIGUSR2 it prints the maximum since the last
 * one, in milliseconds, and resets it. `blocked` excludes the time in which the thread had no core, where the system
 * reports it (Linux); `late` includes it.
 */
const everyMs = 2;
const accounts = `/proc/${process.pid}/task/${process.pid}/schedstat`;

function waited() {
  try {
    return Number(readFileSync(accounts, "utf8").split(" ")[1]) / 1e6;
  } catch (problem) {
    if (problem instanceof Error && "code" in problem) return 0;
    throw problem;
  }
}

if (isMainThread) {
  let longest = { blocked: 0, late: 0 };
  let last = { at: performance.now(), waited: waited() };
  const look = () => {
    const now = { at: performance.now(), waited: waited() };
    const late = Math.max(0, now.at - last.at - everyMs);
    const blocked = Math.max(0, late - (now.waited - last.waited));
    longest = { blocked: Math.max(longest.blocked, blocked), late: Math.max(longest.late, late) };
    last = now;
    setTimeout(look, everyMs).unref();
  };
  look();
  process.on("SIGUSR2", () => {
    process.stdout.write(`loop ${JSON.stringify(longest)}\n`);
    longest = { blocked: 0, late: 0 };
  });
}
