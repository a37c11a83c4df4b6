import { audit } from "#app/core/audit/audit.server.ts";
import { log } from "#app/core/log.server.ts";
import { revokeAtProvider } from "./identityProvider.server.ts";
import { sessions } from "./session.server.ts";
import type { SessionRecord } from "./sessionStore.server.ts";
import { nameOf } from "./user.ts";

/** Revokes the refresh tokens of ended sessions at the provider; resolves to the number of sessions. */
async function giveBack(ended: readonly SessionRecord[]): Promise<number> {
  await Promise.all(
    ended.map(async ({ refreshToken }) => refreshToken && (await revokeAtProvider(refreshToken))),
  );
  return ended.length;
}

/** Ends one session of a person for good: here, and its refresh token at the provider; resolves to the number ended. */
export const endOneSession = async (subject: string, handle: string): Promise<number> =>
  giveBack(await sessions.endListed(subject, handle));

/** Ends all sessions of a person so far except `except`; resolves to their number. */
export const endPersonsSessions = async (subject: string, except?: string): Promise<number> =>
  giveBack(await sessions.endPerson(subject, except));

/** A log-out announced by the provider: only a signed one ends a session that is unknown here. */
export type Announced = { sid?: string | undefined; sub?: string | undefined; isSigned: boolean };

async function sessionsAnnounced({ sid, sub, isSigned }: Announced): Promise<SessionRecord[]> {
  if (sid === undefined) return sub === undefined ? [] : sessions.endPerson(sub);
  const owner = await sessions.ownerOf(sid);
  if (owner === undefined && !isSigned) return [];
  if (owner !== undefined && sub !== undefined && owner !== sub) return [];
  return sessions.endProviderSession(sid, owner);
}

/** Ends the announced sessions: those under `sid`, else all of the person's (sign-in#provider-log-out). */
export async function endAnnounced(announced: Announced): Promise<void> {
  const ended = await sessionsAnnounced(announced);
  await giveBack(ended);
  const [first] = ended;
  log.info({ subject: first?.subject, ended: ended.length }, "the identity provider announced a log-out");
  if (!first) return;
  const { subject, identity } = first;
  const name = nameOf(identity);
  await audit({ kind: "session", did: "Logged out by the provider", outcome: "done", subject, name });
}
