import { LRUCache } from "lru-cache";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** The portal's metrics. Each label has few values: a URL pattern, a call's name, never user input. */
export const registry = new Registry();

const registers = [registry];
/** From a list's five milliseconds to a spreadsheet's minute. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const requests = new Counter({
  name: "portal_http_requests_total",
  help: "Requests that are over, by kind of address, method and class of status; 'gone' for those nobody waited for",
  labelNames: ["route", "method", "status"],
  registers,
});
const requestSeconds = new Histogram({
  name: "portal_http_request_seconds",
  help: "How long requests took, by kind of address",
  labelNames: ["route"],
  buckets,
  registers,
});
const refused = new Counter({
  name: "portal_refused_total",
  help: "Requests that the gate refused, by reason",
  labelNames: ["why"],
  registers,
});
const upstreamCalls = new Counter({
  name: "portal_upstream_calls_total",
  help: "Calls of the API and the EDI service, by the call's name and what came of it",
  labelNames: ["call", "outcome"],
  registers,
});
const upstreamSeconds = new Histogram({
  name: "portal_upstream_call_seconds",
  help: "How long calls of the API and the EDI service took, tries again included",
  labelNames: ["call"],
  buckets,
  registers,
});
const databaseSeconds = new Histogram({
  name: "portal_database_seconds",
  help: "How long calls of the portal's own database took",
  buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  registers,
});
const databaseErrors = new Counter({
  name: "portal_database_errors_total",
  help: "Calls of the portal's own database that failed",
  registers,
});
const signIns = new Counter({
  name: "portal_sign_ins_total",
  help: "Sign-ins that came back from the identity provider, by outcome",
  labelNames: ["outcome"],
  registers,
});

const signInOutcomes = ["done", "failed"] as const;
// Prometheus sees no increase in the first sample of a series, and can't compare a missing one:
// alerts need an initial zero.
for (const outcome of signInOutcomes) signIns.inc({ outcome }, 0);

/** A page that has not polled for this long is closed, or in the background. */
const livePages = new LRUCache<string, true>({ ttl: 90_000, ttlAutopurge: true });

new Gauge({
  name: "portal_live_pages",
  help: "Pages that have asked for news in the last 90 seconds",
  registers,
  collect() {
    this.set(livePages.size);
  },
});

const classOf = (status: number): string => (status === 0 ? "gone" : `${Math.floor(status / 100)}xx`);

/** The usual request methods; all others share one label. */
const methods = new Set(["GET", "HEAD", "POST"]);

/** Counts a finished request; `status` is 0 if the client disconnected, `why` is set if it was rejected. */
export function countRequest(request: {
  route: string;
  method: string;
  status: number;
  ms: number;
  why: string | undefined;
}): void {
  const { route, status, ms, why } = request;
  const method = methods.has(request.method) ? request.method : "other";
  requests.inc({ route, method, status: classOf(status) });
  requestSeconds.observe({ route }, ms / 1000);
  if (why !== undefined) refused.inc({ why });
}

/** Records an automatic poll of a page. */
export function countLivePage(subject: string, pathname: string): void {
  livePages.set(`${subject} ${pathname}`, true);
}

export function countUpstreamCall(call: string, outcome: string, ms: number): void {
  upstreamCalls.inc({ call, outcome });
  upstreamSeconds.observe({ call }, ms / 1000);
}

export function countDatabaseCall(ms: number, failed: boolean): void {
  databaseSeconds.observe(ms / 1000);
  databaseErrors.inc(failed ? 1 : 0);
}

export const countSignIn = (outcome: (typeof signInOutcomes)[number]): void => signIns.inc({ outcome });
