import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** In Node 20 a thread needs its own loader for TypeScript; tsx's CommonJS loader needs no second thread. */
const starter = (file: URL) => `require("tsx/cjs/api").register();
require(${JSON.stringify(fileURLToPath(file))});`;

/** Starts a worker thread from its file, without the platform's environment and its secrets. */
export const startThread = (
  file: URL,
  options: Pick<WorkerOptions, "workerData" | "resourceLimits">,
): Worker =>
  file.pathname.endsWith(".ts")
    ? new Worker(starter(file), { ...options, eval: true, env: {} })
    : new Worker(file, { ...options, env: {} });
