import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { type InboundBytes, type Readings, readings, tookTooLong } from "./inbound.ts";

// Calls go first, and a tenth of a processor that they need whole is left for this. On Linux each thread has a priority
// of its own, also those of V8 that collect garbage.
const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);

// Not the time of day: where others need the processors, a good file takes minutes.
const limit = Number(process.argv.at(-1)) * 1_000_000;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > limit) process.exit(tookTooLong);
}, 100).unref();

process.once("message", async ({ what, bytes }: { what: keyof Readings; bytes: InboundBytes }) => {
  const read = await readings[what](bytes);
  // Without the platform nobody waits for it.
  process.send?.(read, () => process.disconnect());
});
