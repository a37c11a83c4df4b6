import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { notesNow, type RequestNotes } from "#app/http/requestNotes.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { identity } from "./user.ts";

/** A session ends after this long without a request of the person's own. */
const idleSeconds = Math.ceil(env.SESSION_IDLE_HOURS * 3600);
/** However busy, it ends this long after its sign-in (sign-in#longest). */
const longestMs = env.SESSION_MAX_HOURS * 3_600_000;
const leaseSeconds = 60;
/** When a session was last used is written down this often. */
const seenEveryMs = 60_000;
const seenAtMost = 5_000;

/** An access token; from `renewAt` on it is worth renewing. Both moments are epoch milliseconds. */
const token = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() });
export type StoredToken = z.output<typeof token>;

const sessionRecord = z.object({
  subject: z.string(),
  identity,
  /** In epoch milliseconds. */
  signedInAt: z.number(),
  /** The provider's own name for its session with this browser, where it says one. */
  sid: z.string().optional(),
  refreshToken: z.string().optional(),
  graphToken: token.optional(),
  apiToken: token.optional(),
});
export type SessionRecord = z.output<typeof sessionRecord>;

// Without Max-Age the browser forgets the cookie when it closes (sign-in#session).
const cookie = createCookie(env.secure ? "__Host-session" : "session", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.secure,
});

const recordKey = (sessionId: string) => `session:${sessionId}`;
const seenKey = (sessionId: string) => `session-seen:${sessionId}`;

const isOver = (session: SessionRecord): boolean => session.signedInAt + longestMs <= Date.now();

/** When a session was last used, in epoch milliseconds, to a minute. */
export async function seenAt(sessionId: string, session: SessionRecord): Promise<number> {
  return (await records.get(seenKey(sessionId), z.number())) ?? session.signedInAt;
}

/** When a session will end if nobody uses it any more, in epoch milliseconds. */
const endOf = (session: SessionRecord, seen: number): number =>
  Math.min(seen + idleSeconds * 1000, session.signedInAt + longestMs);

const noted = new Map<string, number>();

/** Writes down, once in a while, that a session is in use. */
async function noteSeen(sessionId: string): Promise<void> {
  const now = Date.now();
  if (now - (noted.get(sessionId) ?? 0) < seenEveryMs) return;
  noted.delete(sessionId);
  noted.set(sessionId, now);
  for (const oldest of noted.keys()) {
    if (noted.size <= seenAtMost) break;
    noted.delete(oldest);
  }
  await records.set(seenKey(sessionId), now, idleSeconds);
}

/** The session id a request carries; it says nothing about whether such a session exists. */
export async function sessionIdOf({ headers }: { headers: Headers }): Promise<string | undefined> {
  const value: unknown = await cookie.parse(headers.get("Cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : undefined;
}

const reading = new Map<string, Promise<SessionRecord | undefined>>();

async function readUsed(sessionId: string): Promise<SessionRecord | undefined> {
  const session = await records.get(recordKey(sessionId), sessionRecord, idleSeconds);
  if (!session) return undefined;
  if (isOver(session)) {
    await records.delete(recordKey(sessionId));
    return undefined;
  }
  await noteSeen(sessionId);
  return session;
}

/**
 * The session, if there is one; reading it restarts its idle time. The loaders of one page run side by side and share
 * one read.
 */
function readSession(sessionId: string): Promise<SessionRecord | undefined> {
  const underWay = reading.get(sessionId);
  if (underWay !== undefined) return underWay;
  const read = readUsed(sessionId).finally(() => reading.delete(sessionId));
  reading.set(sessionId, read);
  return read;
}

const handedOn = new WeakMap<RequestNotes, { sessionId: string; session: SessionRecord | undefined }>();

/** Reads the session of a write, and hands what it reads on to the guard of the same request. */
export async function readAhead(sessionId: string): Promise<SessionRecord | undefined> {
  const session = await readSession(sessionId);
  const request = notesNow();
  if (request) handedOn.set(request, { sessionId, session });
  return session;
}

/** The session as `readAhead` read it in this request, once: whatever comes after a write reads it again. */
export function readOrTaken(sessionId: string): Promise<SessionRecord | undefined> {
  const request = notesNow();
  const handed = request && handedOn.get(request);
  if (request) handedOn.delete(request);
  return handed?.sessionId === sessionId ? Promise.resolve(handed.session) : readSession(sessionId);
}

/** The session, if there is one; its idle time runs on (sign-in#polls). */
export async function peekSession(sessionId: string): Promise<SessionRecord | undefined> {
  const session = await records.get(recordKey(sessionId), sessionRecord);
  return session && !isOver(session) ? session : undefined;
}

/** How long a session that was used just now lasts without being used again, in milliseconds. */
export const lifeFromNow = ({ signedInAt }: { signedInAt: number }): number =>
  Math.max(0, Math.min(idleSeconds * 1000, signedInAt + longestMs - Date.now()));

/** How long a session that nobody uses any more has to live, in milliseconds; 0 where there is none. */
export async function lifeLeft(sessionId: string): Promise<number> {
  const session = await peekSession(sessionId);
  if (!session) return 0;
  return Math.max(0, endOf(session, await seenAt(sessionId, session)) - Date.now());
}

export const newSessionId = (): string => randomBytes(32).toString("base64url");

/** Starts a session under a new id; resolves to the `Set-Cookie` value that carries it. */
export async function startSession(record: SessionRecord, sessionId = newSessionId()): Promise<string> {
  await records.set(recordKey(sessionId), record, idleSeconds);
  return cookie.serialize(sessionId);
}

/**
 * Changes a session while no other process does: `change` sees the newest state, and ends the session by resolving to
 * undefined. Resolves to the new state, or undefined when the session has ended.
 */
export function changeSession(
  sessionId: string,
  change: (session: SessionRecord) => Promise<SessionRecord | undefined>,
): Promise<SessionRecord | undefined> {
  return records.withLock(recordKey(sessionId), leaseSeconds, async () => {
    const before = await records.get(recordKey(sessionId), sessionRecord);
    if (!before) return undefined;
    const after = await change(before);
    // A log-out may have happened while `change` waited for the identity provider: it stands.
    const still = await records.get(recordKey(sessionId), sessionRecord);
    if (!still) return undefined;
    // A renewal for a background poll must not keep the session: it lives as long as it would have.
    const lifeMs = endOf(before, await seenAt(sessionId, before)) - Date.now();
    if (!after || lifeMs <= 0) {
      await records.delete(recordKey(sessionId));
      return undefined;
    }
    if (after !== before) await records.set(recordKey(sessionId), after, Math.ceil(lifeMs / 1000));
    return after;
  });
}

/** Ends a session here; resolves to the `Set-Cookie` value that makes the browser forget it. */
export async function endSession(sessionId: string | undefined): Promise<string> {
  if (sessionId) await records.delete(recordKey(sessionId));
  return cookie.serialize("", { expires: new Date(0) });
}
