import { createHash } from "node:crypto";
import { z } from "zod";
import { audit } from "#app/audit/audit.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { deviceOf } from "./device.ts";
import { revokeAtProvider } from "./identityProvider.server.ts";
import {
  endSession,
  newSessionId,
  peekSession,
  type SessionRecord,
  seenAt,
  startSession,
} from "./session.server.ts";
import { nameOf } from "./user.ts";

const leaseSeconds = 30;
/** No session is older than its longest life, and so no list needs to be kept longer. */
const ttlSeconds = Math.ceil(env.SESSION_MAX_HOURS * 3600);

const entry = z.object({
  sessionId: z.string(),
  device: z.string(),
  /** The provider's own name for its session with this browser, where it says one. */
  sid: z.string().optional(),
});
const entries = z.array(entry);
const person = z.object({ subject: z.string(), name: z.string(), username: z.string() });
type SignedInPerson = z.output<typeof person>;

const listKey = (subject: string) => `sessions-of:${subject}`;
const sidKey = (sid: string) => `provider-session:${sid}`;
const peopleKey = "people-signed-in";

/** A short name for what an address must not tell: a session's id, or the provider's name for a person. */
export const handleOf = (kind: "session" | "person", id: string): string =>
  createHash("sha256").update(`${kind} ${id}`).digest("base64url").slice(0, 22);

async function change<S extends z.ZodType>(
  key: string,
  schema: S,
  by: (now: z.output<S> | undefined) => Promise<z.output<S>>,
): Promise<void> {
  await records.withLock(key, leaseSeconds, async () => {
    await records.set(key, await by(await records.get(key, schema)), ttlSeconds);
  });
}

/** A session of a person, as it is shown (sign-in#own-sessions). Both moments are epoch milliseconds. */
export type ListedSession = {
  handle: string;
  sessionId: string;
  device: string;
  sid: string | undefined;
  signedInAt: number;
  seenAt: number;
};

/** The sessions of a person that have not ended, the last used first. */
export async function sessionsOf(subject: string): Promise<ListedSession[]> {
  const kept = (await records.get(listKey(subject), entries)) ?? [];
  const found = await Promise.all(
    kept.map(async ({ sessionId, device, sid }) => {
      const session = await peekSession(sessionId);
      if (session?.subject !== subject) return [];
      const seen = await seenAt(sessionId, session);
      const { signedInAt } = session;
      return [{ handle: handleOf("session", sessionId), sessionId, device, sid, signedInAt, seenAt: seen }];
    }),
  );
  return found.flat().sort((one, other) => other.seenAt - one.seenAt);
}

/** Everybody who has signed in within a session's longest life, by name; some may have no session any more. */
export async function peopleSignedIn(): Promise<SignedInPerson[]> {
  const people = (await records.get(peopleKey, z.array(person))) ?? [];
  return people.sort((one, other) => one.name.localeCompare(other.name));
}

/** Starts a session and puts it on its person's list; resolves to the `Set-Cookie` value that carries it. */
export async function beginSession(request: Request, session: SessionRecord): Promise<string> {
  const sessionId = newSessionId();
  const cookie = await startSession(session, sessionId);
  const { subject, sid, identity } = session;
  const device = deviceOf(request.headers.get("User-Agent"));
  const living = new Set((await sessionsOf(subject)).map((one) => one.sessionId));
  await change(listKey(subject), entries, async (now = []) => [
    ...now.filter((one) => living.has(one.sessionId)),
    { sessionId, device, ...(sid === undefined ? {} : { sid }) },
  ]);
  if (sid !== undefined) await records.set(sidKey(sid), subject, ttlSeconds);
  const known = { subject, name: nameOf(identity), username: identity.username };
  await change(peopleKey, z.array(person), async (now = []) => [
    ...now.filter((one) => one.subject !== subject),
    known,
  ]);
  return cookie;
}

/** Ends a session for good: here, and its refresh token at the provider. */
async function closeSession({ sessionId }: { sessionId: string }): Promise<void> {
  const session = await peekSession(sessionId);
  await endSession(sessionId);
  if (session?.refreshToken) await revokeAtProvider(session.refreshToken);
}

/** Ends those sessions of a person that `which` names; resolves to how many there were. */
export async function endSessionsOf(
  subject: string,
  which: (session: ListedSession) => boolean,
): Promise<number> {
  const ending = (await sessionsOf(subject)).filter(which);
  await Promise.all(ending.map(closeSession));
  return ending.length;
}

/**
 * Ends what the identity provider says has ended: the sessions under its `sid`, else all of the person's
 * (sign-in#provider-log-out).
 */
export async function endAnnounced({
  sid,
  sub,
}: {
  sid?: string | undefined;
  sub?: string | undefined;
}): Promise<void> {
  const subject = sid === undefined ? sub : await records.get(sidKey(sid), z.string());
  const isOther = sub !== undefined && subject !== sub;
  const ended =
    subject === undefined || isOther
      ? 0
      : await endSessionsOf(subject, (one) => sid === undefined || one.sid === sid);
  log.info({ subject, ended }, "the identity provider announced a log-out");
  if (subject === undefined || ended === 0) return;
  const name = (await records.get(peopleKey, z.array(person)))?.find((one) => one.subject === subject)?.name;
  await audit({
    kind: "session",
    did: "Logged out by the provider",
    outcome: "done",
    subject,
    name: name ?? "",
  });
}
