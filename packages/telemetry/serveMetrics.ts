import { createServer } from "node:http";
import { collectDefaultMetrics, type Registry } from "prom-client";

/** Where metrics are served. */
export type MetricsPlace = { host: string; port: number };

/**
 * Serves a process's metrics at `/metrics` on a port of their own, for Prometheus, with the process's memory, CPU time,
 * event loop and garbage collection. Resolves, once it listens, to a stop function; rejects where the port is taken.
 * `onFailure` gets the errors of metrics that could not be read.
 */
export async function serveMetrics(
  registry: Registry,
  { host, port }: MetricsPlace,
  onFailure: (problem: unknown) => void,
): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("The figures are at /metrics.");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      (problem: unknown) => {
        onFailure(problem);
        response.writeHead(500, { "Content-Type": "text/plain" }).end("The figures could not be read.");
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
