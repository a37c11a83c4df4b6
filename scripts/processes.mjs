import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("..", import.meta.url));

/** The absolute path of a file given by its path in the repository. */
export const fileInRepository = (path) => join(repository, path);

/** Command and arguments that run npm, with the npm that started this script, if any. */
export function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js") ? [process.execPath, [cli, ...args]] : ["npm", args];
}

/** Command and arguments that run a tool of an installed package; `file` is its path in the package folder. */
export const tool = (file, ...args) => [
  process.execPath,
  [fileInRepository(`node_modules/${file}`), ...args],
];

/** How much of the end of a process's output is stored for error messages. */
const storedOutput = 20_000;

/** A command that failed; `output` is the end of its output, empty when that was shown already. */
export class CommandFailed extends Error {
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/** The running child processes of this script, latest last. */
const running = new Set();
let handlesSignals = false;
let isEnding = false;

/** Interrupted work is incomplete, unless it is a server's. */
let exitCodeAtSignal = 130;

/** Starts a child that ends with this script: at Ctrl-C, a termination signal, or a failure. */
function spawnChild(command, args, options) {
  const child = spawn(command, args, { cwd: repository, ...options });
  running.add(child);
  child.once("error", () => running.delete(child));
  child.once("close", () => running.delete(child));
  if (!handlesSignals) {
    handlesSignals = true;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.once(signal, () => endAll(exitCodeAtSignal));
  }
  return child;
}

/** Stops every child, latest first, giving each eight seconds; then ends this process. */
async function endAll(exitCode) {
  isEnding = true;
  // A second Ctrl-C does not wait.
  process.once("SIGINT", () => process.exit(130));
  for (const child of [...running].reverse()) {
    if (!running.has(child)) continue;
    const gone = new Promise((resolve) => child.once("close", resolve));
    // Ctrl-C's signal: test runners clean up on it, but not on SIGTERM.
    child.kill("SIGINT");
    const insist = setTimeout(() => child.kill("SIGKILL"), 8000);
    await gone;
    clearTimeout(insist);
  }
  process.exit(exitCode);
}

/** Wall and processor seconds of the commands that ended, in their order; the latter only on Linux. */
export const timesTaken = [];

/** Processor seconds of all children that ended, and of theirs that they waited for; 0 where the system doesn't say. */
function endedCpuSeconds() {
  if (!existsSync("/proc/self/stat")) return 0;
  const [, fields] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}

let lastCpuSeconds = 0;

/** Children end one at a time: what all of them took grows by what this one took. */
function recordTimes(name, child) {
  const began = Date.now();
  child.once("exit", () => {
    const cpuSeconds = endedCpuSeconds();
    timesTaken.push({ name, seconds: (Date.now() - began) / 1000, cpuSeconds: cpuSeconds - lastCpuSeconds });
    lastCpuSeconds = cpuSeconds;
  });
}

/**
 * Runs a command in the repository to its end. Its output is shown when it fails, or at once with `show`. Resolves to
 * the output; throws `CommandFailed`.
 */
export function run(name, command, args, { env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawnChild(command, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    recordTimes(name, child);
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-10 * storedOutput);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => reject(new CommandFailed(`${name} failed: ${error.message}`, output)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new CommandFailed(`${name} failed (${signal ?? `exit code ${code}`}).`, output));
    });
  });
}

/**
 * Starts a long-running process. Its output goes to `logFile`, and its lines to `onLine`, too; without `logFile`
 * everything goes to this terminal.
 *
 * `ready` resolves to the match when its output matches the expression. `ended` never resolves: it rejects with the last
 * output when the process ends before `stop`. A script that `serves` can only end by being interrupted.
 */
export function start(name, command, args, { env, readyLine, logFile, onLine, serves = true }) {
  if (serves) exitCodeAtSignal = 0;
  const child = spawnChild(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  recordTimes(name, child);
  if (logFile) mkdirSync(dirname(logFile), { recursive: true });
  const log = logFile ? createWriteStream(logFile) : undefined;
  let output = "";
  let becomeReady;

  const isReady = new Promise((resolve) => {
    becomeReady = resolve;
  });
  const read = (stream, chunk) => {
    output = (output + chunk).slice(-storedOutput);
    log?.write(chunk);
    if (!log) stream.write(chunk);
    else if (onLine) for (const line of `${chunk}`.split("\n")) onLine(line);
    const match = becomeReady && readyLine.exec(output);
    if (match) {
      becomeReady(match);
      becomeReady = undefined;
    }
  };
  child.stdout.on("data", (chunk) => read(process.stdout, chunk));
  child.stderr.on("data", (chunk) => read(process.stderr, chunk));

  let isStopped = false;
  const closed = new Promise((resolve) => child.once("close", resolve));
  const ended = new Promise((_, reject) => {
    const fail = () => {
      if (isStopped) return;
      const what = becomeReady ? "did not start" : "stopped unexpectedly";
      reject(new CommandFailed(`${name} ${what}.`, log ? output : ""));
    };
    child.on("error", fail);
    child.on("close", fail);
  });
  const stop = () => {
    isStopped = true;
    child.kill("SIGTERM");
    return closed;
  };
  return { ready: Promise.race([isReady, ended]), ended, stop };
}

/** Runs a script's main function; a failure is reported in words, stops the children, and exits with 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    // Children that were stopped on purpose are no failure.
    if (isEnding) return;
    if (error instanceof CommandFailed && error.output) process.stderr.write(`${error.output}\n`);
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    await endAll(1);
  }
}
