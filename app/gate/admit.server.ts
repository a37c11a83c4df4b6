import type { IncomingMessage } from "node:http";
import { audit } from "#app/audit/audit.server.ts";
import { asksByItself } from "#app/auth/asksByItself.ts";
import { peekSession, readAhead, type SessionRecord, sessionIdOf } from "#app/auth/session.server.ts";
import { nameOf } from "#app/auth/user.ts";
import { env } from "#app/env.server.ts";
import { keepDraft } from "#app/http/drafts.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { readToken } from "#app/http/onceToken.server.ts";
import { isSameOrigin } from "#app/http/origin.server.ts";
import { count } from "#app/http/rates.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { readBody } from "./body.server.ts";
import { everyWrite, fromNoPage, largerBodies, patience, takesJson, writeRates } from "./limits.server.ts";
import { type Refusal, refusals } from "./refusal.ts";

/** A request as the gate knows it. */
export type Asked = {
  incoming: IncomingMessage;
  pathname: string;
  pattern: string;
  /** As they go on to the routes. */
  headers: Headers;
  url: string;
  address: string;
};

/** What goes on to the routes, or what is said in its place and why the log says so. */
export type Admission =
  | { body?: Uint8Array<ArrayBuffer> }
  | { refusal: Refusal; why: string }
  | { why: "gone" };

const forms = /^(application\/x-www-form-urlencoded|multipart\/form-data; *boundary=.+)(;.*)?$/i;

const isRightType = (type: string, pattern: string): boolean => pattern === takesJson || forms.test(type);

/** Keeps what was typed into a form of the portal for the person whose form it is, as a failed write does. */
async function keepTyped(
  { url, headers, pathname }: Asked,
  subject: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!forms.test(headers.get("Content-Type") ?? "")) return false;
  const form = await formOf(new Request(url, { method: "POST", headers, body }));
  if (readToken(form) === undefined) return false;
  await keepDraft({ subject }, pathname.replace(/\.data$/, ""), form);
  return true;
}

/** One line a minute: whoever is stopped here mostly goes on trying. */
async function auditTooMany(
  { subject, identity }: SessionRecord,
  pathname: string,
  rate: string,
): Promise<void> {
  if (!(await records.add(`audit-rate:${subject}:${rate}`, true, 60))) return;
  const told = {
    kind: "refusal",
    did: "Post to a page",
    outcome: "refused",
    why: `Too many: ${rate}`,
  } as const;
  await audit({ ...told, subject, name: nameOf(identity), record: pathname });
}

/** The refusal of somebody who writes too much; undefined for everybody else. */
async function tooMany(asked: Asked, body: Uint8Array<ArrayBuffer>): Promise<Admission | undefined> {
  const own = writeRates[asked.pattern];
  const rate = own?.rate ?? everyWrite;
  const sessionId = await sessionIdOf(asked);
  const read = asksByItself({ method: "POST", pathname: asked.pathname }) ? peekSession : readAhead;
  const session = own?.by === "address" || !sessionId ? undefined : await read(sessionId);
  const subject = session?.subject;
  const seconds = await count(rate, subject ? `person:${subject}` : `address:${asked.address}`);
  if (seconds === 0) return undefined;
  const isKept = subject !== undefined && (await keepTyped(asked, subject, body));
  if (session) await auditTooMany(session, asked.pathname, rate.name);
  return { refusal: refusals.tooMany(seconds, isKept), why: `rate ${rate.name}` };
}

/** A write's way through the gate: who sent it, what it is, how much, and how often (errors#gate). */
async function admitWrite(asked: Asked): Promise<Admission> {
  const { incoming, headers, pattern } = asked;
  if (pattern !== fromNoPage && !isSameOrigin(headers, new URL(env.APP_URL).origin))
    return { refusal: refusals.origin(env.APP_URL), why: "origin" };
  const type = headers.get("Content-Type") ?? "";
  if (!isRightType(type, pattern)) return { refusal: refusals.type(), why: "type" };
  const kilobytes = Math.max(env.BODY_LIMIT_KB, largerBodies[pattern] ?? 0);
  const read = await readBody(incoming, kilobytes * 1024, patience.bodyMs);
  if ("bytes" in read) return (await tooMany(asked, read.bytes)) ?? { body: read.bytes };
  if (read.why === "gone") return { why: "gone" };
  if (read.why === "tooLarge") return { refusal: refusals.tooLarge(kilobytes), why: "size" };
  return { refusal: refusals.tooSlow(), why: "time" };
}

/** Whether a request goes on to the routes. */
export async function admit(asked: Asked): Promise<Admission> {
  const { method } = asked.incoming;
  if (!isDecodable(asked.pathname)) return { refusal: refusals.address(), why: "address" };
  if (method === "GET" || method === "HEAD") return {};
  if (method !== "POST") return { refusal: refusals.method(), why: "method" };
  return admitWrite(asked);
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
