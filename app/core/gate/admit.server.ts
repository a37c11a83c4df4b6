import type { Request } from "express";
import { audit } from "#app/core/audit/audit.server.ts";
import { isBackgroundRequest } from "#app/core/auth/guard.server.ts";
import { peekSession, readAhead } from "#app/core/auth/session.server.ts";
import type { SessionRecord } from "#app/core/auth/sessionStore.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { env } from "#app/core/env.server.ts";
import { formTypeOf } from "#app/core/http/forms/formType.ts";
import { isSameOrigin } from "#app/core/http/origin.server.ts";
import { count, countAlways, type Rate } from "#app/core/http/rates.server.ts";
import { sessionIdOf } from "#app/core/http/sessionCookie.server.ts";
import { allRows, defineSearch, pageNumber } from "#app/core/search/search.ts";
import type { GateRequest, GateResponse, GateStep } from "./request.server.ts";

/** Time limits for receiving a request, in milliseconds (errors#gate). */
export const arrivalMs = { headers: 20_000, whole: 80_000 };

/**
 * URLs that accept more than `BODY_LIMIT_KB`, in kilobytes of 1,024 bytes: a rule of two thousand
 * rows, and a partner's file with its form as multipart, also one that is refused at its field for its size.
 */
export const largerBodies: Record<string, { kilobytes: number; inParts?: true }> = {
  "/store/:alias/customrules/new": { kilobytes: 2_048 },
  "/store/:alias/customrules/:ruleId": { kilobytes: 2_048 },
  "/edi/myer/check-file": { kilobytes: 2 * env.EDI_FILE_LIMIT_KB, inParts: true },
};

/** The URL that the identity provider itself posts to, not from a page: its content is signed. */
export const fromNoPage = "/auth/provider-logout";

export type Limit = { rate: Rate; by: "person" | "address" };

const aMinute = (name: string, most: number): Rate => ({ name, windows: [{ most, seconds: 60 }] });

/** The turns of a station's page; reading it is a long poll. */
export const waitsForNews = "/store/:alias/printlabel/stations/:stationId/turn";

/** Writes with a limit of their own; all others share one (errors#rates). */
export const writeLimits: Record<string, Limit> = {
  "/auth/login": { rate: aMinute("sign-in", 120), by: "address" },
  // A workstation's page takes a label, and reports the last one, with each turn: 5 per second, and one account may
  // serve three.
  [waitsForNews]: { rate: aMinute("stations", 900), by: "person" },
  // Scans, and what is typed over lines: three workstations of one account again.
  "/store/:alias/printlabel/batch": { rate: aMinute("batches", 900), by: "person" },
  // A page that runs a bulk job requests a few rows at a time.
  "/bulk/runs/:runId/on": { rate: aMinute("bulk", 240), by: "person" },
  // A person's own look-ups are counted in the route (vouchers#rate); a shop has several people.
  "/store/:alias/nswvoucher": {
    rate: {
      name: "vouchers",
      windows: [
        { most: 30, seconds: 60 },
        { most: 180, seconds: 3600 },
      ],
    },
    by: "address",
  },
};
const everyWrite: Limit = { rate: aMinute("writes", 240), by: "person" };

/** A link that reads a whole list, and stores its queue. */
export const startsQueue = "/work/:kind";
const queueStarts: Limit = { rate: aMinute("queues", 30), by: "person" };
const exports: Limit = { rate: aMinute("exports", 12), by: "person" };
/** A browser downloads a large spreadsheet in sequential slices of a thousand rows. */
const exportSlices: Limit = { rate: aMinute("export slices", 240), by: "person" };
const sliceSearch = defineSearch({ all: allRows, page: pageNumber() });

/** The rate limit of reading a URL; undefined for a page, which is cheap (errors#rates). */
export function readLimit(pattern: string, url: URL): Limit | undefined {
  if (pattern === startsQueue) return queueStarts;
  if (pattern.endsWith("/export.xlsx")) return exports;
  if (!pattern.endsWith("/export.json")) return undefined;
  const { all, page } = sliceSearch.read(url.href);
  return all && page > 1 ? exportSlices : exports;
}

/** The number of pending polls allowed per person. */
const maxWaiting = 6;

/** Why the gate rejected a request, in words for a person (errors#gate). */
export type Refusal = {
  status: number;
  statusLine: string;
  message: string;
  advice: string;
  headers?: Record<string, string>;
};

const size = (kilobytes: number): string =>
  kilobytes >= 1000 ? `${Math.round(kilobytes / 100) / 10} MB` : `${kilobytes} KB`;

const wait = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
};

const goBack = "Go back, where what you typed may still stand, reload the page and try again.";

/** The gate's messages by reason. */
const refusals = {
  address: (): Refusal => ({
    status: 400,
    statusLine: "Bad Request",
    message: "This is no address of the portal.",
    advice: "Check the address, or find it here.",
  }),
  method: (): Refusal => ({
    status: 405,
    statusLine: "Method Not Allowed",
    message: "The portal's addresses are opened, or sent a form, and nothing else. Nothing was done.",
    advice: "Start again from Stores.",
    headers: { Allow: "GET, HEAD, POST" },
  }),
  origin: (home: string): Refusal => ({
    status: 403,
    statusLine: "Forbidden",
    message: "This form was not sent from a page of the portal, so nothing was done.",
    advice: `Open the portal at ${home} and try again there.`,
  }),
  type: (): Refusal => ({
    status: 415,
    statusLine: "Unsupported Media Type",
    message: "What was sent is no form, so nothing was done.",
    advice: goBack,
  }),
  tooLarge: (maxKilobytes: number): Refusal => ({
    status: 413,
    statusLine: "Content Too Large",
    message: `What was sent is larger than ${size(maxKilobytes)}, the most that this page takes, so nothing was read.`,
    advice: "Go back and send less.",
  }),
  length: (): Refusal => ({
    status: 411,
    statusLine: "Length Required",
    message: "What was sent does not say how long it is, so nothing was read.",
    advice: goBack,
  }),
  tooMany: (seconds: number): Refusal => ({
    status: 429,
    statusLine: "Too Many Requests",
    message: "That was too much in too short a time, so nothing was done.",
    advice: `Try again in ${wait(seconds)}. What you typed may still be there when you go back.`,
    headers: { "Retry-After": String(seconds) },
  }),
};

/** The messages for a request that failed instead of being refused: before the routes nothing was done (errors#before-routes). */
export const failures = {
  beforeRoutes: {
    status: 503,
    statusLine: "Service Unavailable",
    message: "The portal could not do this just now, so nothing was done.",
    advice: "Try again in a minute. If it keeps happening, give support the reference.",
    headers: { "Retry-After": "10" },
  },
  silent: {
    status: 503,
    statusLine: "Service Unavailable",
    message: "The portal's database does not answer, so nothing was done.",
    advice: "Try again in a minute. If it keeps happening, give support the reference.",
    headers: { "Retry-After": "10" },
  },
  inRoutes: {
    status: 500,
    statusLine: "Internal Server Error",
    message: "The portal itself failed.",
    advice: "Try again. If it keeps happening, give support the reference.",
  },
} satisfies Record<string, Refusal>;

/** Why a request is rejected, for the user and for the log. */
type Refused = { refusal: Refusal; why: string };

const home = new URL(env.APP_URL).origin;

/** The rejection of a body by its headers, before it is read. The routes get the content type as it was read here. */
function refusedBody({ headers }: Request, at: GateRequest): Refused | undefined {
  const { pattern } = at.destination;
  const type = formTypeOf(headers["content-type"] ?? "");
  if (!type) return { refusal: refusals.type(), why: "type" };
  headers["content-type"] = type.contentType;
  // Node reads no more of a body than its length. Browsers, and proxies that buffer bodies, always send it.
  if (headers["content-length"] === undefined) return { refusal: refusals.length(), why: "length" };
  const larger = largerBodies[pattern];
  const most = larger && (!larger.inParts || type.separator !== "&") ? larger.kilobytes : 0;
  const kilobytes = Math.max(env.BODY_LIMIT_KB, most);
  if (!(Number(headers["content-length"]) <= kilobytes * 1024))
    return { refusal: refusals.tooLarge(kilobytes), why: "size" };
  at.form = type;
  return undefined;
}

const tooManyLines = aMinute("audit of rates", 1);

/** One line per minute: a rejected client usually keeps trying. */
async function auditTooMany(
  { subject, identity }: SessionRecord,
  pathname: string,
  rate: string,
): Promise<void> {
  if ((await countAlways(tooManyLines, `${subject}:${rate}`)) > 0) return;
  await audit({
    ...{ kind: "refusal", did: "Asked too often", outcome: "refused", why: `Too many: ${rate}` },
    ...{ subject, name: nameOf(identity), record: pathname },
  });
}

async function refusedRate(request: Request, at: GateRequest, limit: Limit): Promise<Refused | undefined> {
  const { rate, by } = limit;
  const session = by === "person" ? await sessionOf(request, at) : undefined;
  const who = session ? `person:${session.subject}` : `address:${at.notes.address}`;
  const seconds = await count(rate, who);
  if (seconds === 0) return undefined;
  if (session) await auditTooMany(session, at.url.pathname, rate.name);
  return { refusal: refusals.tooMany(seconds), why: `rate ${rate.name}` };
}

async function sessionOf(
  { method, headers }: Request,
  { url }: GateRequest,
): Promise<SessionRecord | undefined> {
  const sessionId = await sessionIdOf({ headers: new Headers({ Cookie: headers.cookie ?? "" }) });
  if (!sessionId) return undefined;
  const isUse = method === "POST" && !isBackgroundRequest({ method, pathname: url.pathname });
  return isUse ? readAhead(sessionId) : peekSession(sessionId);
}

/** Checks a write at the gate: its origin, type, size, and rate (errors#gate). */
async function refusedWrite(request: Request, at: GateRequest): Promise<Refused | undefined> {
  const { pattern } = at.destination;
  const isAnnounced = pattern === fromNoPage && !at.url.pathname.endsWith(".data");
  if (!isAnnounced && !isSameOrigin(new Headers(originOf(request)), home))
    return { refusal: refusals.origin(env.APP_URL), why: "origin" };
  return refusedBody(request, at) ?? refusedRate(request, at, writeLimits[pattern] ?? everyWrite);
}

const originOf = ({ headers: { origin, referer } }: Request) => ({
  ...(origin === undefined ? {} : { Origin: origin }),
  ...(referer === undefined ? {} : { Referer: referer }),
});

const waiting = new Map<string, number>();

/** Limits a person's pending long polls; each holds a timer and queries the record store repeatedly. */
async function refusedWait(
  request: Request,
  at: GateRequest,
  response: GateResponse,
): Promise<Refused | undefined> {
  // A station without sign-in waits, too.
  const who = (await sessionOf(request, at))?.subject ?? at.notes.address;
  const now = waiting.get(who) ?? 0;
  if (now >= maxWaiting) return { refusal: refusals.tooMany(10), why: "rate waiting" };
  waiting.set(who, now + 1);
  response.once("close", () => {
    const left = (waiting.get(who) ?? 1) - 1;
    if (left === 0) waiting.delete(who);
    else waiting.set(who, left);
  });
  return undefined;
}

async function refusedRead(
  request: Request,
  at: GateRequest,
  response: GateResponse,
): Promise<Refused | undefined> {
  const { pattern } = at.destination;
  if (pattern === waitsForNews) return refusedWait(request, at, response);
  const limit = readLimit(pattern, at.url);
  // Without a session nothing is read: the route leads to sign-in.
  return limit && (await sessionOf(request, at)) && (await refusedRate(request, at, limit));
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch (problem) {
    if (problem instanceof URIError) return false;
    throw problem;
  }
}

async function refused(request: Request, response: GateResponse): Promise<Refused | undefined> {
  const { method, originalUrl } = request;
  const at = response.locals;
  if (!originalUrl.startsWith("/") || !isDecodable(at.url.pathname))
    return { refusal: refusals.address(), why: "address" };
  if (method === "GET" || method === "HEAD") return refusedRead(request, at, response);
  if (method !== "POST") return { refusal: refusals.method(), why: "method" };
  return refusedWrite(request, at);
}

/** Passes a request on to the routes, or rejects it before anything of its body is read. */
export function admit(
  refuse: (request: Request, response: GateResponse, refusal: Refusal) => Promise<void>,
): GateStep {
  return (request, response, next) => {
    refused(request, response)
      .then(async (found) => {
        if (!found) return next();
        response.locals.why = found.why;
        await refuse(request, response, found.refusal);
      })
      .catch((problem: unknown) => {
        // A prefetch is not counted, and gets no content.
        if (problem instanceof Response) response.status(problem.status).end();
        else next(problem);
      });
  };
}
