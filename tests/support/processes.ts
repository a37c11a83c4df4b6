import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { patience } from "#scripts/patience.mjs";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

// Below the ports that systems give to connections: nothing takes one before the process that it was chosen for.
const [minPort, maxPort] = [11_000, 32_000];
let lastPort = minPort + Math.floor(Math.random() * (maxPort - minPort));

/** A free loopback port, another one each time. */
export async function freePort(): Promise<number> {
  const port = lastPort < maxPort ? lastPort + 1 : minPort;
  lastPort = port;
  const server = createServer().listen(port, "localhost");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}

export type Running = {
  pid: number;
  output(): string;
  /** Null while it runs, and if it was killed. */
  exitCode(): number | null;
  stop(): Promise<void>;
};

/**
 * A child exits with the test that started it, even if that is killed: its standard input then closes. Its threads
 * import this too, and have no such input.
 */
const endsWithParent = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; if (isMainThread) process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume().unref()',
)}`;

/**
 * Starts `node` with arguments, in the repository or `cwd`, and resolves once its output matches `ready`. Throws with
 * all of its output if it ends first, or is not ready after `timeout` milliseconds.
 */
export async function startNode(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  ready: RegExp,
  { timeout = patience(90_000), cwd = repository }: { timeout?: number; cwd?: string } = {},
): Promise<Running> {
  const child = spawn(process.execPath, ["--import", endsWithParent, ...args], {
    cwd,
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail(`was not ready after ${timeout} ms`), timeout);
    const fail = (what: string) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${name} ${what}:\n${output}`));
    };
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-200_000);
      if (!ready.test(output)) return;
      clearTimeout(timer);
      child.off("exit", ended);
      resolve();
    };
    const ended = (code: number | null) => fail(`ended with ${code}`);
    child.on("exit", ended);
    child.on("error", (error) => fail(error.message));
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exitCode: () => child.exitCode,
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), patience(30_000));
  await gone;
  clearTimeout(insist);
}
