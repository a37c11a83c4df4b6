import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { type InboundBytes, readings } from "./inbound.ts";

// Calls go first. On Linux each thread has a priority of its own, also those of V8 that collect garbage.
const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);

process.once("message", async ({ what, bytes }: { what: keyof typeof readings; bytes: InboundBytes }) => {
  const read = await readings[what](bytes);
  // Without the platform nobody waits for it.
  process.send?.(read, () => process.disconnect());
});
