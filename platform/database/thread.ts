import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** TypeScript is read by Node 20 in a thread only after registering a loader there: one that needs no second thread. */
const starter = (file: URL) => `require("tsx/cjs/api").register();
require(${JSON.stringify(fileURLToPath(file))});`;

/** Starts a worker thread of the platform from its file; it has no need of the platform's secrets. */
export const startThread = (
  file: URL,
  options: Pick<WorkerOptions, "workerData" | "resourceLimits">,
): Worker =>
  file.pathname.endsWith(".ts")
    ? new Worker(starter(file), { ...options, eval: true, env: {} })
    : new Worker(file, { ...options, env: {} });
