import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Node 20 loads TypeScript in a thread only after registering a loader there: one that needs no second thread. */
const sourceStarter = (file: URL) => `require("tsx/cjs/api").register();
require(${JSON.stringify(fileURLToPath(file))});`;

/** Starts a worker thread of the server from its file, which is TypeScript when the server runs from source. */
export function startThread(
  file: URL,
  options: Pick<WorkerOptions, "workerData" | "resourceLimits">,
): Worker {
  // The thread doesn't need the server's secrets.
  const settings: WorkerOptions = { ...options, env: {} };
  return file.pathname.endsWith(".ts")
    ? new Worker(sourceStarter(file), { ...settings, eval: true })
    : new Worker(file, settings);
}
