import { spawn, spawnSync } from "node:child_process";
import { freePort } from "./processes.ts";

const redisServer = process.env.REDIS_SERVER_BINARY ?? "redis-server";

/** Its absence is reported once. */
export const hasRedis = spawnSync(redisServer, ["--version"]).status === 0;
if (!hasRedis)
  process.stdout.write("SKIPPED: the Redis record store, there is no redis-server on this machine\n");

/** Starts a local Redis on loopback, without persistence. */
export async function startRedis(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const quiet = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1"];
  const server = spawn(redisServer, ["--port", String(port), ...quiet], { stdio: "ignore" });
  return { url: `redis://127.0.0.1:${port}`, stop: () => void server.kill() };
}
