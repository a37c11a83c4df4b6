import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createRequestHandler, installGlobals, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { asksByItself } from "#app/auth/asksByItself.ts";
import { env } from "#app/env.server.ts";
import { correlationHeader } from "#app/http/correlation.server.ts";
import { noting, type RequestNotes } from "#app/http/requestNotes.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { log } from "#app/log.server.ts";
import { countLivePage, countRequest, registry } from "#app/metrics.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { serveMetrics } from "#telemetry/serveMetrics.ts";
import { isTracing, openSpan, startTraces } from "#telemetry/traces.ts";
import { type Asked, admit } from "./admit.server.ts";
import { branchOf, createBranches } from "./branches.server.ts";
import { createClientAddress } from "./clientAddress.server.ts";
import { createFiles } from "./files.server.ts";
import { createReadiness } from "./health.server.ts";
import { createIdleMemory, ownMemory } from "./idleMemory.server.ts";
import { patience } from "./limits.server.ts";
import { createRefuse } from "./refuse.server.tsx";
import { createRoutePattern } from "./routePatterns.ts";
import { send } from "./send.server.ts";
import { tracedRoutes } from "./tracedRoutes.server.ts";

const home = new URL(env.APP_URL);
const clientAddress = createClientAddress(env.TRUSTED_PROXIES);

/** The id of the proxy in front, where it sent a sane one, else a new one; every log and call of the request has it. */
function correlationIdFrom(given: string | string[] | undefined): string {
  return typeof given === "string" && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The headers as the routes see them: at the portal's own address, under the request's id. */
function headersFor(incoming: IncomingMessage, correlationId: string): Headers {
  const headers = new Headers();
  const { rawHeaders } = incoming;
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  headers.set("Host", home.host);
  headers.delete("X-Forwarded-Host");
  headers.set(correlationHeader, correlationId);
  return headers;
}

/** Answers in a word, as those who look after processes ask for it. */
function say(response: ServerResponse, status: number, word: string): void {
  const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
  setSecurityHeaders(headers);
  response.writeHead(status, Object.fromEntries(headers)).end(word);
}

/** Finds what handles the requests of an address: one handler for all addresses that the same routes answer. */
function createHandlers(build: ServerBuild) {
  const idsAt = createBranches(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return (pathname: string): RequestHandler => {
    const ids = idsAt(pathname);
    const key = ids.join(" ");
    const known = handlers.get(key);
    if (known !== undefined) return known;
    const handler = createRequestHandler(ids.length > 0 ? branchOf(build, ids) : build, env.NODE_ENV);
    handlers.set(key, handler);
    return handler;
  };
}

/** Hands a request on to the routes, and their answer back; the routes hear when the browser goes away. */
function createRouting(build: ServerBuild) {
  const handlerAt = createHandlers(isTracing() ? tracedRoutes(build) : build);
  return async (
    { incoming, url, pathname, headers }: Asked,
    response: ServerResponse,
    body: Uint8Array<ArrayBuffer> | undefined,
  ) => {
    const gone = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const method = incoming.method ?? "GET";
    const request = new Request(url, { method, headers, signal: gone.signal, ...(body ? { body } : {}) });
    const handle = handlerAt(pathname);
    await send(await handle(request), response, headers.get("Accept-Encoding"));
  };
}

type Line = {
  correlationId: string;
  method: string;
  route: string;
  pathname: string;
  notes: RequestNotes;
  why: string | undefined;
};

/** One line a request, when it is over, and its place among the figures: who asked for what kind of page, and what came of it (errors#log). */
function writeLine(response: ServerResponse, started: number, line: () => Line): void {
  response.once("close", () => {
    const { correlationId, method, route, pathname, notes, why } = line();
    const ms = performance.now() - started;
    const status = response.headersSent ? response.statusCode : 0;
    countRequest({ route, method, status, ms, why });
    if (notes.subject !== undefined && asksByItself({ method, pathname }))
      countLivePage(notes.subject, pathname);
    const facts = {
      correlationId,
      ...(notes.subject === undefined ? {} : { subject: notes.subject }),
      method,
      route,
      status,
      ms: Math.round(ms),
      upstreamMs: Math.round(notes.upstreamMs),
    };
    if (why === undefined) log.info(facts, "request");
    else log.warn({ ...facts, why }, "refused");
  });
}

/** A request's span, which ends with its answer, where requests are traced. */
function spanOf({ method, route, correlationId }: Line, incoming: IncomingMessage, response: ServerResponse) {
  const { traceparent } = incoming.headers;
  const span = openSpan({
    kind: "server",
    name: `${method} ${route}`,
    attributes: { "http.request.method": method, "http.route": route, "correlation.id": correlationId },
    parent: typeof traceparent === "string" ? traceparent : undefined,
  });
  if (span) {
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : 0;
      span.end({ "http.response.status_code": status }, status >= 500);
    });
  }
  return span;
}

/** The requests of the portal: health, files, what the gate refuses, and the routes. */
function createAnswer(build: ServerBuild, folder: string, isClosing: () => boolean) {
  const serveFile = createFiles(folder);
  const isReady = createReadiness(records);
  const patternOf = createRoutePattern(build.routes);
  const refuse = createRefuse(build);
  const route = createRouting(build);

  async function throughTheGate(asked: Asked, response: ServerResponse, line: Line): Promise<void> {
    const { pathname } = asked;
    const admission = await admit(asked);
    if ("refusal" in admission) {
      line.why = admission.why;
      await refuse(asked.incoming, response, admission.refusal, {
        pathname,
        correlationId: line.correlationId,
      });
    } else if ("why" in admission) {
      line.why = admission.why;
      response.destroy();
    } else await route(asked, response, admission.body);
  }

  return async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const target = incoming.url ?? "/";
    const url = target.startsWith("/") ? home.origin + target : `${home.origin}/`;
    const { pathname } = new URL(url);
    if (pathname === "/healthz") return say(response, 200, "ok");
    if (pathname === "/readyz") {
      const ready = !isClosing() && (await isReady());
      return say(response, ready ? 200 : 503, ready ? "ready" : "not ready");
    }
    if (serveFile(pathname, incoming, response)) return;
    const correlationId = correlationIdFrom(incoming.headers[correlationHeader.toLowerCase()]);
    const forwardedFor = [incoming.headers["x-forwarded-for"] ?? []].flat().join(",");
    const line: Line = {
      correlationId,
      method: incoming.method ?? "",
      route: patternOf(pathname),
      pathname,
      notes: {
        upstreamMs: 0,
        address: clientAddress(incoming.socket.remoteAddress ?? "", forwardedFor || undefined),
        correlationId,
        isAhead: incoming.method === "GET" && incoming.headers.purpose === "prefetch",
      },
      why: undefined,
    };
    writeLine(response, started, () => line);
    const asked: Asked = {
      incoming,
      pathname,
      pattern: line.route,
      headers: headersFor(incoming, correlationId),
      url,
      address: line.notes.address,
    };
    const pass = () => noting(line.notes, () => throughTheGate(asked, response, line));
    const span = spanOf(line, incoming, response);
    await (span ? span.run(pass) : pass());
  };
}

const badWords: Record<string, [status: string, words: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive whole in time."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request's headers are too large."],
};

/** What is no request at all, or never becomes one, is told so as far as somebody still listens. */
function refuseConnection(problem: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, words] = badWords[problem.code ?? ""] ?? [
    "400 Bad Request",
    "This is no request that the portal reads.",
  ];
  const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  setSecurityHeaders(headers);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  log.warn({ why: problem.code }, "refused a connection");
  socket.end(`HTTP/1.1 ${status}\r\n${lines}Content-Length: ${words.length}\r\n\r\n${words}`);
}

/** Serves the figures where a setting names their port; the portal does not start where that is taken. */
function serveFigures(): void {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  if (port === undefined) return;
  const onFailure = (problem: unknown) => log.error({ err: problem }, "the figures could not be read");
  serveMetrics(registry, { host, port }, onFailure).catch((problem: unknown) => {
    log.fatal({ err: problem, host, port }, "METRICS_PORT: the portal can't listen there");
    process.exit(1);
  });
}

/** Traces requests where a setting names who takes spans; resolves to what sends the last of them. */
async function startTracing(): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  return startTraces("utopia-portal", (problem) => log.warn({ problem }, "spans were not taken"));
}

/** Once told to end, the portal takes no new connection, sees every request through, and then ends. */
function endAfterTheLast(server: Server, close: () => void, last: () => Promise<void>): void {
  const end = () => {
    close();
    log.info("ending: requests that are under way are seen through");
    server.close(() => void last().finally(() => process.exit(0)));
    server.closeIdleConnections();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
}

/**
 * Serves the portal: the files in `folder`, and the routes of `build` behind the gate. Prints one line that names the
 * address once it listens.
 */
export async function startServer(build: ServerBuild, folder: string): Promise<void> {
  installGlobals({ nativeFetch: true });
  const sendLastSpans = await startTracing();
  let isClosing = false;
  const answer = createAnswer(build, folder, () => isClosing);
  const idleMemory = createIdleMemory(ownMemory());
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      // The gate times the body itself, and says so in words; this is for what it does not read.
      requestTimeout: patience.headersMs + patience.bodyMs + 10_000,
      connectionsCheckingInterval: 2_000,
    },
    (incoming, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      idleMemory.begun();
      response.once("close", idleMemory.ended);
      answer(incoming, response).catch((problem: unknown) => {
        log.error({ err: problem }, "unexpected error");
        if (response.headersSent) response.destroy();
        else say(response, 500, "The portal itself failed. Try again.");
      });
    },
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
