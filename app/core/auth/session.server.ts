import { database, seal } from "#app/core/database/database.server.ts";
import { env } from "#app/core/env.server.ts";
import { notesNow, type RequestNotes } from "#app/core/http/requestNotes.server.ts";
import { sessionCookie } from "#app/core/http/sessionCookie.server.ts";
import { createSessionStore, type SessionRecord } from "./sessionStore.server.ts";

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (patterns: readonly [RegExp, string][], userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A browser's display name, from its user agent: 'Chrome on Windows' (sign-in#own-sessions). */
export function deviceOf(userAgent: string | null): string {
  const browser = firstOf(browsers, userAgent ?? "") ?? "Unknown browser";
  const system = firstOf(systems, userAgent ?? "");
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** A session ends after this long without a request by the user. */
const idleMs = env.SESSION_IDLE_HOURS * 3_600_000;
/** Even in use, it ends this long after its sign-in (sign-in#longest). */
const maxMs = env.SESSION_MAX_HOURS * 3_600_000;

export const sessions = createSessionStore(database, seal, { idleMs, maxMs });
export const { peek: peekSession, change: changeSession, lifeLeft } = sessions;

type SessionRead = { sessionId: string; session: Promise<SessionRecord | undefined> };
const reading = new WeakMap<RequestNotes, SessionRead>();

/** The session, if there is one. The parallel loaders of one page share one read. */
function readSession(sessionId: string): Promise<SessionRecord | undefined> {
  const request = notesNow();
  const underWay = request && reading.get(request);
  if (underWay?.sessionId === sessionId) return underWay.session;
  const session = sessions.read(sessionId);
  if (!request) return session;
  reading.set(request, { sessionId, session });
  return session.finally(() => reading.delete(request));
}

const handedOn = new WeakMap<RequestNotes, { sessionId: string; session: SessionRecord | undefined }>();

/** Reads the session of a write, and passes it on to the guard of the same request. */
export async function readAhead(sessionId: string): Promise<SessionRecord | undefined> {
  const session = await readSession(sessionId);
  const request = notesNow();
  if (request) handedOn.set(request, { sessionId, session });
  return session;
}

/** The session as `readAhead` read it in this request, once: anything after a write reads it again. */
export function readOrTaken(sessionId: string): Promise<SessionRecord | undefined> {
  const request = notesNow();
  const handed = request && handedOn.get(request);
  if (request) handedOn.delete(request);
  return handed?.sessionId === sessionId ? Promise.resolve(handed.session) : readSession(sessionId);
}

/** Remaining time of a session used just now, in milliseconds. */
export const lifeFromNow = ({ signedInAt }: { signedInAt: number }): number =>
  Math.max(0, Math.min(idleMs, signedInAt + maxMs - Date.now()));

export const startSession = async (request: Request, session: SessionRecord): Promise<string> =>
  sessionCookie.serialize(await sessions.start(session, deviceOf(request.headers.get("User-Agent"))));

/** Ends a session here; resolves to the `Set-Cookie` value that deletes the cookie. */
export async function endSession(sessionId: string | undefined): Promise<string> {
  if (sessionId) await sessions.end(sessionId);
  return sessionCookie.serialize("", { expires: new Date(0) });
}
