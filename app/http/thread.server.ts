import { Worker, type WorkerOptions } from "node:worker_threads";

/** From source a thread is TypeScript, which Node 20 reads only after registering a loader in that thread. */
const sourceStarter = (file: URL) => `import("tsx/esm/api").then(({ register }) => {
  register();
  return import(${JSON.stringify(file.href)});
});`;

/** Starts a worker thread of the server from its file, which is TypeScript where the server runs from source. */
export function startThread(
  file: URL,
  options: Pick<WorkerOptions, "workerData" | "resourceLimits">,
): Worker {
  // The thread has no need of the server's secrets.
  const settings: WorkerOptions = { ...options, env: {} };
  return file.pathname.endsWith(".ts")
    ? new Worker(sourceStarter(file), { ...settings, eval: true })
    : new Worker(file, settings);
}
