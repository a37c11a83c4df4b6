import type { Request } from "express";
import { audit } from "#app/audit/audit.server.ts";
import { isBackgroundRequest } from "#app/auth/backgroundRequest.ts";
import { peekSession, readAhead, sessionIdOf } from "#app/auth/session.server.ts";
import type { SessionRecord } from "#app/auth/sessionStore.server.ts";
import { nameOf } from "#app/auth/user.ts";
import { env } from "#app/env.server.ts";
import { isSameOrigin } from "#app/http/origin.server.ts";
import { count } from "#app/http/rates.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import {
  everyWrite,
  fromNoPage,
  type Limit,
  largerBodies,
  maxWaiting,
  readLimit,
  takesJson,
  waitsForNews,
  writeLimits,
} from "./limits.server.ts";
import { type Refusal, refusals } from "./refusal.ts";
import type { GateRequest, GateResponse, GateStep } from "./request.server.ts";

/** Why a request is rejected, for the user and for the log. */
type Refused = { refusal: Refusal; why: string };

const home = new URL(env.APP_URL).origin;
const urlencoded = /^application\/x-www-form-urlencoded(;.*)?$/i;
const inParts = /^multipart\/form-data; *boundary=.+$/i;

/** The rejection of a body by its headers, before it is read. */
function refusedBody({ headers }: Request, pattern: string): Refused | undefined {
  const type = headers["content-type"] ?? "";
  if (pattern !== takesJson && !urlencoded.test(type) && !inParts.test(type))
    return { refusal: refusals.type(), why: "type" };
  // Node reads no more of a body than its length. Browsers, and proxies that buffer bodies, always send it.
  if (headers["content-length"] === undefined) return { refusal: refusals.length(), why: "length" };
  const larger = largerBodies[pattern];
  const most = larger && (!larger.inParts || inParts.test(type)) ? larger.kilobytes : 0;
  const kilobytes = Math.max(env.BODY_LIMIT_KB, most);
  if (Number(headers["content-length"]) <= kilobytes * 1024) return undefined;
  return { refusal: refusals.tooLarge(kilobytes), why: "size" };
}

/** One line per minute: a rejected client usually keeps trying. */
async function auditTooMany(
  { subject, identity }: SessionRecord,
  pathname: string,
  rate: string,
): Promise<void> {
  if (!(await records.add(`audit-rate:${subject}:${rate}`, true, 60))) return;
  await audit({
    ...{ kind: "refusal", did: "Asked too often", outcome: "refused", why: `Too many: ${rate}` },
    ...{ subject, name: nameOf(identity), record: pathname },
  });
}

/** The rejection of a client over its rate limit; undefined for all others. */
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
  return refusedBody(request, pattern) ?? refusedRate(request, at, writeLimits[pattern] ?? everyWrite);
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
  const subject = (await sessionOf(request, at))?.subject;
  if (subject === undefined) return undefined;
  const now = waiting.get(subject) ?? 0;
  if (now >= maxWaiting) return { refusal: refusals.tooMany(10), why: "rate waiting" };
  waiting.set(subject, now + 1);
  response.once("close", () => {
    const left = (waiting.get(subject) ?? 1) - 1;
    if (left === 0) waiting.delete(subject);
    else waiting.set(subject, left);
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
  return limit && (await refusedRate(request, at, limit));
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
      .catch(next);
  };
}
