import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import ipaddr from "ipaddr.js";
import { isBackgroundRequest } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import type { FormType } from "#app/core/http/forms/formType.ts";
import { isPrefetch } from "#app/core/http/prefetch.server.ts";
import { newReads } from "#app/core/http/reads.ts";
import {
  correlationHeader,
  correlationIdFrom,
  noting,
  type RequestNotes,
} from "#app/core/http/requestNotes.server.ts";
import { log } from "#app/core/log.server.ts";
import { countLivePage, countRequest } from "#app/core/metrics.server.ts";
import { openSpan } from "#telemetry/traces.ts";
import type { Destination } from "./branches.server.ts";

const home = new URL(env.APP_URL);

export type GateRequest = {
  /** Its URL at the portal's own origin, as the routes see it. */
  url: URL;
  destination: Destination;
  notes: RequestNotes;
  why?: string;
  /** How the body is encoded, once the gate has accepted its type and length. */
  form?: FormType;
  /** The routes have got it: something may have been done. */
  isRouted?: true;
};

/** A middleware of the gate: `response.locals` is its `GateRequest`. */
export type GateStep = RequestHandler<Request["params"], unknown, unknown, Request["query"], GateRequest>;
export type GateErrorStep = ErrorRequestHandler<
  Request["params"],
  unknown,
  unknown,
  Request["query"],
  GateRequest
>;
export type GateResponse = Response<unknown, GateRequest>;

/** The client's address for rate limits: for IPv6 the /64 network, in which one household has many addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const read = ipaddr.process(address);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return read.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** Sets the request's URL and host for the routes to the portal's own origin, whatever the client sent. */
function placeAtHome(request: Request, correlationId: string): void {
  request.headers.host = home.host;
  delete request.headers["x-forwarded-host"];
  request.headers[correlationHeader.toLowerCase()] = correlationId;
  Object.defineProperty(request, "protocol", { value: home.protocol.slice(0, -1) });
}

/** Starts a request: its id, handler, span, and, when it has ended, its log line. */
export function beginRequests(destinationAt: (pathname: string) => Destination): GateStep {
  return (request, response, next) => {
    const started = performance.now();
    const correlationId = correlationIdFrom(request.get(correlationHeader));
    placeAtHome(request, correlationId);
    // A target that is no path, as in proxy requests, has no page.
    const url = new URL(request.originalUrl.startsWith("/") ? home.origin + request.originalUrl : "/*", home);
    const notes: RequestNotes = {
      upstreamMs: 0,
      address: networkOf(request.ip ?? ""),
      correlationId,
      isPrefetch: isPrefetch(request.method, request.headers),
    };
    Object.assign(response.locals, {
      url,
      destination: destinationAt(url.pathname),
      notes,
    } satisfies GateRequest);
    if (request.method === "POST") response.append("Set-Cookie", newReads(home.protocol));
    response.once("close", () => writeLine(request, response, performance.now() - started));
    const pass = () => noting(notes, next);
    const span = spanOf(request, response);
    span ? span.run(pass) : pass();
  };
}

/** The status of a response; 0 if the client disconnected. */
const statusOf = (response: GateResponse) => (response.headersSent ? response.statusCode : 0);

/** The log line and metrics of a finished request: who requested which kind of page, and the result (errors#log). */
function writeLine({ method }: Pick<Request, "method">, response: GateResponse, ms: number): void {
  const { url, destination, notes, why } = response.locals;
  const { subject, correlationId, upstreamMs } = notes;
  const route = destination.pattern;
  const status = statusOf(response);
  countRequest({ route, method, status, ms, why });
  if (subject !== undefined && isBackgroundRequest({ method, pathname: url.pathname }))
    countLivePage(subject, url.pathname);
  const facts = {
    ...{ correlationId, subject, method, route, status },
    ms: Math.round(ms),
    upstreamMs: Math.round(upstreamMs),
  };
  if (why === undefined) log.info(facts, "request");
  else log.warn({ ...facts, why }, "refused");
}

/** A request's span, ended with its response, if tracing is on. */
function spanOf({ method, headers }: Pick<Request, "method" | "headers">, response: GateResponse) {
  const { destination, notes } = response.locals;
  const { traceparent } = headers;
  const span = openSpan({
    kind: "server",
    name: `${method} ${destination.pattern}`,
    attributes: {
      "http.request.method": method,
      "http.route": destination.pattern,
      "correlation.id": notes.correlationId,
    },
    parent: typeof traceparent === "string" ? traceparent : undefined,
  });
  if (span) {
    response.once("close", () => {
      const status = statusOf(response);
      span.end({ "http.response.status_code": status }, status >= 500);
    });
  }
  return span;
}
