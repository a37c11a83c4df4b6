import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { identity } from "./user.ts";

/** A session ends after this long without a request, in seconds. */
const idleSeconds = 12 * 60 * 60;
const leaseSeconds = 60;

/** An access token; from `renewAt` on it is worth renewing. Both moments are epoch milliseconds. */
const token = z.object({ value: z.string(), renewAt: z.number(), expiresAt: z.number() });
export type StoredToken = z.output<typeof token>;

const sessionRecord = z.object({
  subject: z.string(),
  identity,
  /** In epoch milliseconds. */
  signedInAt: z.number(),
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

/** The session id a request carries; it says nothing about whether such a session exists. */
export async function sessionIdOf(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : undefined;
}

const reading = new Map<string, Promise<SessionRecord | undefined>>();

/**
 * The session, if there is one; reading it restarts its idle time. The loaders of one page run side by side and share
 * one read.
 */
export function readSession(sessionId: string): Promise<SessionRecord | undefined> {
  const underWay = reading.get(sessionId);
  if (underWay !== undefined) return underWay;
  const read = records
    .get(recordKey(sessionId), sessionRecord, idleSeconds)
    .finally(() => reading.delete(sessionId));
  reading.set(sessionId, read);
  return read;
}

/** Starts a session under a new id; resolves to the `Set-Cookie` value that carries it. */
export async function startSession(record: SessionRecord): Promise<string> {
  const sessionId = randomBytes(32).toString("base64url");
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
  return records.exclusively(recordKey(sessionId), leaseSeconds, async () => {
    const before = await records.get(recordKey(sessionId), sessionRecord);
    if (!before) return undefined;
    const after = await change(before);
    // A log-out may have happened while `change` waited for the identity provider: it stands.
    const still = await records.get(recordKey(sessionId), sessionRecord);
    if (!still) return undefined;
    if (!after) await records.delete(recordKey(sessionId));
    else if (after !== before) await records.set(recordKey(sessionId), after, idleSeconds);
    return after;
  });
}

/** Ends a session here; resolves to the `Set-Cookie` value that makes the browser forget it. */
export async function endSession(sessionId: string | undefined): Promise<string> {
  if (sessionId) await records.delete(recordKey(sessionId));
  return cookie.serialize("", { expires: new Date(0) });
}
