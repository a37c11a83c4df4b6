import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const delays = z.object({ blocked: z.number(), late: z.number() });

/** Node's arguments for monitoring a server's event loop. */
export const watchedLoop = {
  NODE_OPTIONS: `--import ${fileURLToPath(new URL("./loopDelay.mjs", import.meta.url))}`,
};

/** Returns the maxima of `loopDelay.mjs` in a process since the last call, in milliseconds, and resets them. */
export async function resetLoop({ pid, output }: { pid: number; output(): string }) {
  const reported = () => [...output().matchAll(/^loop (\{.*\})$/gm)];
  const before = reported().length;
  process.kill(pid, "SIGUSR2");
  for (let look = 0; look < 1000; look += 1) {
    const [last] = reported().slice(before);
    if (last?.[1] !== undefined) return delays.parse(JSON.parse(last[1]));
    await delay(10);
  }
  throw new Error(`The process tells nothing of its event loop:\n${output()}`);
}
