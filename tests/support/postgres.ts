import { execFile, spawn } from "node:child_process";
import { chmod, chown, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { requirePostgres } from "#scripts/postgres.mjs";
import { freePort } from "./processes.ts";

const run = promisify(execFile);

export type TestPostgres = {
  url: string;
  /** Its data folder. */
  data: string;
  /**
   * Stops the server immediately, as a service restart does, and starts it again with its data. SIGQUIT is a crash: it
   * recovers from its WAL.
   */
  restart(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Ends the server and keeps its data, until it is stopped. */
  halt(): Promise<void>;
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root, so it runs as the account of Debian's package. */
async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (kind: string) => Number((await run("id", [kind, "postgres"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

/** Copies a data folder: PostgreSQL takes only one that is its account's, and nobody else's. */
async function copyOwned(from: string, to: string, account: { uid: number; gid: number } | undefined) {
  await cp(from, to, { recursive: true });
  await chmod(to, 0o700);
  if (!account) return;
  const names = await readdir(to, { recursive: true });
  await Promise.all(
    [to, ...names.map((name) => join(to, name))].map((path) => chown(path, account.uid, account.gid)),
  );
}

// Test data needs no durability, and compiling a query takes longer than running it on so little data. Each portal's
// platform has a pool of its own.
const settings = ["-c", "fsync=off", "-c", "jit=off", "-c", "max_connections=400"];

/**
 * Starts a temporary PostgreSQL server on loopback, with a copy of the data folder `from`, if there is one. Returns its
 * URL and how to stop it; throws an Error in words if PostgreSQL is not installed.
 */
export async function startPostgres(from?: string): Promise<TestPostgres> {
  const binaries = requirePostgres();
  const account = await findAccount();
  const directory = await mkdtemp(join(tmpdir(), "utopia-postgres-"));
  if (account) await chown(directory, account.uid, account.gid);
  const data = join(directory, "data");
  const options = { ...account, cwd: directory, env: { ...process.env, LC_ALL: "C.UTF-8" } };
  if (from) await copyOwned(from, data, account);
  else
    await run(
      join(binaries, "initdb"),
      ["-D", data, "-U", "platform", "--auth=trust", "--encoding=UTF8", "--no-sync"],
      options,
    );
  const port = await freePort();
  const launch = async () => {
    const server = spawn(
      join(binaries, "postgres"),
      ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory, ...settings],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    const heard: string[] = [];
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${heard.join("")}`)));
      server.stderr.on("data", (chunk: Buffer) => {
        heard.push(chunk.toString());
        if (heard.join("").includes("ready to accept connections")) resolve();
      });
    });
    server.stderr.removeAllListeners("data").resume();
    return { server, ended };
  };
  let running = await launch();
  const url = `postgres://platform@127.0.0.1:${port}/postgres`;
  return {
    url,
    data,
    restart: async (signal = "SIGINT") => {
      running.server.kill(signal);
      await running.ended;
      running = await launch();
    },
    halt: async () => {
      // Disconnecting clients may finish.
      running.server.kill("SIGTERM");
      await running.ended;
    },
    stop: async () => {
      // Disconnecting clients may finish; others are cut off after a while.
      running.server.kill("SIGTERM");
      const cutOff = setTimeout(() => running.server.kill("SIGINT"), 5000);
      await running.ended;
      clearTimeout(cutOff);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
