import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { extname, join, relative, sep } from "node:path";
import { constants } from "node:zlib";
import type { ActionFunction, LoaderFunction, ServerBuild } from "@remix-run/node";
import compression from "compression";
import { sql } from "drizzle-orm";
import type { Express, RequestHandler } from "express";
import express from "express";
import onHeaders from "on-headers";
import { drainLater } from "#app/core/audit/audit.server.ts";
import { database, prepareDatabase } from "#app/core/database/database.server.ts";
import { sweep } from "#app/core/database/sweep.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { encodingFor } from "#app/core/http/compress.server.ts";
import { correlationIdOf } from "#app/core/http/requestNotes.server.ts";
import { securityHeaders } from "#app/core/http/securityHeaders.server.ts";
import { log, wordsOf } from "#app/core/log.server.ts";
import { registry } from "#app/core/metrics.server.ts";
import { isUnavailable } from "#database/silence.ts";
import { serveMetrics } from "#telemetry/serveMetrics.ts";
import { inSpan, isTracing, startTraces } from "#telemetry/traces.ts";
import { admit, arrivalMs } from "./admit.server.ts";
import { createDestinations } from "./branches.server.ts";
import { createFail, createRefuse } from "./refuse.server.tsx";
import { beginRequests, type GateStep } from "./request.server.ts";

const timeoutMs = 2_000;
/** A health result is cached for this long, so that health checks can't overload the API. */
const goodForMs = 1_000;

/** Whether the API responds, whatever the response without a token. */
async function apiAnswers(): Promise<boolean> {
  const answer = await fetch(`${env.PORTAL_API_URL}/api/extensions`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "manual",
  });
  await answer.body?.cancel();
  return answer.status < 500;
}

/** Readiness: the database and the API respond. Checked at most once per second. */
function createReadiness() {
  let looked: { at: number; ready: Promise<boolean> } | undefined;
  async function look(): Promise<boolean> {
    try {
      const [isAnswered] = await Promise.all([apiAnswers(), database.execute(sql`select 1`)]);
      return isAnswered;
    } catch (problem) {
      log.warn({ problem: wordsOf(problem) }, "not ready");
      return false;
    }
  }
  return (): Promise<boolean> => {
    const now = Date.now();
    if (looked === undefined || now - looked.at > goodForMs) looked = { at: now, ready: look() };
    return looked.ready;
  };
}

const openerPolicy = "Cross-Origin-Opener-Policy";

/** Adds the security headers to every response, keeping its own; during shutdown responses close their connections. */
const secured =
  (isClosing: () => boolean): RequestHandler =>
  (_request, response, next) => {
    onHeaders(response, () => {
      // A redirect shows nothing, and one of a popup sign-in must stay connected to the page that opened it.
      const isRedirect = response.statusCode >= 300 && response.statusCode < 400;
      for (const [name, value] of securityHeaders)
        if (!response.hasHeader(name) && !(isRedirect && name === openerPolicy))
          response.setHeader(name, value);
      if (isClosing()) response.setHeader("Connection", "close");
    });
    next();
  };

/** Extensions of the precompressed scripts and style sheets of the build, by encoding. */
const packings = { br: ".br", gzip: ".gz" } as const;

/** Serves a precompressed file if the browser accepts the encoding. */
function packedFiles(folder: string): RequestHandler {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`);
  const addresses = new Set(files);
  return (request, response, next) => {
    const { path, method } = request;
    if (!addresses.has(path + packings.gzip) || !/^(GET|HEAD)$/.test(method)) return next();
    response.vary("Accept-Encoding");
    const encoding = encodingFor(request.get("Accept-Encoding") ?? null);
    if (encoding !== undefined) {
      response.type(extname(path)).set("Content-Encoding", encoding);
      request.url = path + packings[encoding];
    }
    next();
  };
}

const hour = 60 * 60 * 1000;

/** Pages and their data are already compressed (entry.server.tsx); other text is compressed while streaming. */
const packed = compression({ level: 1, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } } });

const routed: GateStep = (request, response, next) => {
  response.locals.isRouted = true;
  response.locals.destination.handle(request, response, next);
};

/** The request handlers in order: health, files, the gate, the routes. */
function createApp(build: ServerBuild, folder: string, isClosing: () => boolean): Express {
  const isReady = createReadiness();
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", env.TRUSTED_PROXIES);
  app.use(secured(isClosing));
  app.all("/healthz", (_request, response) => void response.type("text/plain").send("ok"));
  app.all("/readyz", (_request, response, next) => {
    (isClosing() ? Promise.resolve(false) : isReady()).then((ready) => {
      response
        .status(ready ? 200 : 503)
        .type("text/plain")
        .send(ready ? "ready" : "not ready");
    }, next);
  });
  app.use(packedFiles(folder));
  // File names below `/assets/` contain a content hash, so they are immutable.
  app.use("/assets", express.static(join(folder, "assets"), { immutable: true, maxAge: "1y", index: false }));
  app.use(express.static(folder, { maxAge: hour, index: false, redirect: false }));
  app.use(packed);
  const answering = withReaders(build, tellUnavailable);
  app.use(beginRequests(createDestinations(isTracing() ? withReaders(answering, traced) : answering)));
  const refuse = createRefuse(build);
  app.use(admit(refuse));
  app.use(routed);
  app.use(createFail(refuse));
  return app;
}

const badRequests: Record<string, [status: string, words: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive whole in time."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request's headers are too large."],
};

/** Responds to malformed or incomplete requests if the client is still connected. */
function refuseConnection(problem: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, words] = badRequests[problem.code ?? ""] ?? ["400 Bad Request", "Malformed request."];
  const headers = [
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Connection", "close"],
    ...securityHeaders,
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  log.warn({ why: problem.code }, "refused a connection");
  socket.end(`HTTP/1.1 ${status}\r\n${lines}Content-Length: ${words.length}\r\n\r\n${words}`);
}

/** Serves the metrics on their configured port; the portal does not start if that is taken. */
function serveFigures(): void {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  if (port === undefined) return;
  const onFailure = (problem: unknown) => log.error({ err: problem }, "the figures could not be read");
  serveMetrics(registry, { host, port }, onFailure).catch((problem: unknown) => {
    log.fatal({ err: problem, host, port }, "METRICS_PORT: the portal can't listen there");
    process.exit(1);
  });
}

/** Traces requests if a collector is configured; resolves to the function that flushes the spans. */
async function startTracing(): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  return startTraces("utopia-portal", (problem) => log.warn({ problem }, "spans were not taken"));
}

/** Graceful shutdown: accepts no new connection, completes pending requests, and then ends. */
function endAfterTheLast(server: Server, close: () => void, last: () => Promise<void>): void {
  const end = () => {
    close();
    log.info("ending: requests that are under way are seen through");
    server.close(() => void last().finally(() => process.exit(0)));
    server.closeIdleConnections();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
}

/** Deletes what has expired, now and then again and again. */
function sweepHourly(): void {
  const sweepNow = () =>
    sweep(database).catch((problem: unknown) =>
      log.error({ err: problem }, "expired rows stay until the next hour"),
    );
  void sweepNow();
  setInterval(sweepNow, hour).unref();
}

/** Serves the files in `folder`, and the routes of `build` behind the gate; prints the URL once it listens. */
export async function startServer(build: ServerBuild, folder: string): Promise<void> {
  await prepareDatabase();
  sweepHourly();
  for (const name of env.inClear) log.warn({ setting: name }, "crosses a network unencrypted");
  drainLater(0);
  const sendLastSpans = await startTracing();
  let isClosing = false;
  const server = createServer(
    {
      headersTimeout: arrivalMs.headers,
      requestTimeout: arrivalMs.whole,
      connectionsCheckingInterval: 2_000,
    },
    createApp(build, folder, () => isClosing),
  );
  server.on("clientError", refuseConnection);
  serveFigures();
  const close = () => {
    isClosing = true;
  };
  endAfterTheLast(server, close, sendLastSpans);
  server.listen(env.PORT, env.HOST, () =>
    process.stdout.write(`portal ready http://${env.HOST}:${env.PORT}\n`),
  );
}

type Reader = LoaderFunction | ActionFunction;

const unavailable = {
  statusLine: "Service Unavailable",
  code: 503,
  message: "The portal's database does not answer.",
  advice: "Try again in a minute. If it keeps happening, give support the reference.",
};

/** A loader or action that says in words that the database does not answer: Remix would strip that from the error. */
const tellUnavailable =
  (_: string, read: Reader): Reader =>
  async (given, ...rest) => {
    try {
      return await read(given, ...rest);
    } catch (problem) {
      if (!isUnavailable(problem)) throw problem;
      const correlationId = correlationIdOf(given.request);
      log.error({ correlationId, problem: wordsOf(problem) }, "database unavailable");
      throw new ApiError({ ...unavailable, correlationId });
    }
  };

const traced =
  (name: string, read: Reader): Reader =>
  (given, ...rest) =>
    inSpan({ kind: "inner", name }, async () => read(given, ...rest));

/** The build, with every loader and action made by `wrap`, which gets its name. */
function withReaders(build: ServerBuild, wrap: (name: string, read: Reader) => Reader): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader ? { loader: wrap(`loader ${id}`, loader) } : {}),
      ...(action ? { action: wrap(`action ${id}`, action) } : {}),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
