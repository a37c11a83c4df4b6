import { endOneSession, endPersonsSessions } from "#app/core/auth/endSessions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { sessions } from "#app/core/auth/session.server.ts";
import { handleOf } from "#app/core/auth/sessionStore.server.ts";
import { type Offer, refused } from "#app/core/commands/command.server.ts";
import { noQuestion } from "#app/core/commands/command.ts";
import { plainCommandPage } from "#app/core/commands/confirm.server.ts";
import { env } from "#app/core/env.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { log } from "#app/core/log.server.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { endPersonPath, endSessionPath, peoplePath, sessionsPath, takeKeyPath } from "./paths.ts";

/** A key by which a station prints without sign-in, and whose sessions it outlasts. */
type StationKey = {
  alias: string;
  id: string;
  name: string;
  storeName: string;
  by: string;
  at: number;
  /** The handle of who allowed it, if known. */
  giver: string | undefined;
};

/** The print stations that have such keys; `error` where the stores cannot be read. */
export type Stations = {
  keys(user: User): Promise<{ keys: readonly StationKey[]; error: ErrorView | undefined }>;
  takeBack(alias: string, id: string): Promise<unknown>;
};

const shownAt = (moment: number): string => formatDateTime(moment, env.TIME_ZONE);

/** A person's own sessions, this one first. Moments are epoch milliseconds, here and below. */
export async function ownSessions(user: User) {
  const rows = await sessions.list(user.subject, user.sessionId);
  return rows.sort((one, other) => Number(other.isThis) - Number(one.isThis));
}
export type SessionRow = Awaited<ReturnType<typeof ownSessions>>[number];

export async function peopleNow(user: User) {
  const people = await sessions.peopleWithSessions();
  return people.map(({ subject, name, username, sessions: own }) => ({
    ...{ handle: handleOf(subject), name, username, sessions: own.length },
    // In words: 'Chrome on Windows, Safari on iPhone'.
    devices: [...new Set(own.map(({ device }) => device))].join(", "),
    seenAt: Math.max(...own.map(({ seenAt }) => seenAt)),
    isSelf: subject === user.subject,
  }));
}
export type PersonRow = Awaited<ReturnType<typeof peopleNow>>[number];

async function offerFor(user: User, handle: string): Promise<Offer<null>> {
  const own = await sessions.list(user.subject, user.sessionId);
  const session = own.find((one) => one.handle === handle);
  const name = session?.device ?? "a device";
  const receipt = { verb: "Ended", object: "the session on", name };
  const base = { raw: session?.handle, payload: "end", receipt, slot: null };
  const question = { ...noQuestion, title: "End session" };
  if (!session) return { ...base, question, availability: refused(404, "This session has ended already.") };
  if (session.isThis)
    return { ...base, question, availability: refused(409, "You are using this session: Log Out ends it.") };
  return {
    ...base,
    question: {
      ...question,
      sentence: `Are you sure you want to end your session on ${name}? Whoever uses it has to log in again.`,
      facts: [
        { label: "Signed in", value: shownAt(session.signedInAt) },
        { label: "Last seen", value: shownAt(session.seenAt) },
      ],
      yes: "End session",
      no: "Cancel",
    },
    availability: {
      is: "offered",
      send: async () => {
        const ended = await endOneSession(user.subject, handle);
        log.info({ correlationId: user.correlationId, subject: user.subject, ended }, "ended a session");
        return {};
      },
    },
  };
}

async function offerForPerson(stations: Stations, user: User, handle: string): Promise<Offer<null>> {
  const person = (await sessions.people()).find((one) => handleOf(one.subject) === handle);
  const listed = person ? await sessions.list(person.subject, user.sessionId) : [];
  const ending = listed.filter(({ isThis }) => !isThis);
  const name = person ? person.name || person.username || "a person without a name" : "this person";
  const base = {
    raw: ending.map((one) => one.handle),
    payload: "end",
    receipt: { verb: "Ended", object: "every session of", name },
    slot: null,
  };
  const question = { ...noQuestion, title: "End sessions" };
  if (!person || ending.length === 0)
    return { ...base, question, availability: refused(404, "There is no session to end any more.") };
  const devices = ending.map(({ device, seenAt }) => ({
    label: device,
    value: `last seen ${shownAt(seenAt)}`,
  }));
  const { keys } = await stations.keys(user);
  // They outlast the sessions.
  const stays = keys.flatMap(({ giver, alias, id, name: station, storeName }) =>
    giver === handle
      ? [
          {
            label: `${station} (${storeName})`,
            value: "goes on printing without sign-in",
            way: { href: takeKeyPath(alias, id), words: "Take back" },
          },
        ]
      : [],
  );
  return {
    ...base,
    question: {
      ...question,
      sentence: `Are you sure you want to end every session of ${name}? They have to log in again on each device.`,
      facts: [...devices, ...stays],
      yes: "End sessions",
      no: "Cancel",
      isFinal: true,
    },
    availability: {
      is: "offered",
      send: async () => {
        const ended = await endPersonsSessions(
          person.subject,
          person.subject === user.subject ? user.sessionId : undefined,
        );
        const { correlationId, subject } = user;
        log.info({ correlationId, subject, of: person.subject, ended }, "ended a person's sessions");
        return {};
      },
    },
  };
}

async function offerForKey(
  stations: Stations,
  user: User,
  alias: string,
  stationId: string,
): Promise<Offer<null>> {
  const { keys, error } = await stations.keys(user);
  const key = keys.find((one) => one.alias === alias && one.id === stationId);
  const name = key ? `${key.name} (${key.storeName})` : "this station";
  const receipt = { verb: "Took back", object: "printing without sign-in at", name };
  const base = { raw: key?.at, payload: "take back", receipt, slot: null };
  const question = { ...noQuestion, title: "Take back printing without sign-in" };
  if (!key)
    return {
      ...base,
      question,
      availability: error
        ? refused(422, "The stores cannot be read just now: try again.")
        : refused(404, "No computer prints there without sign-in any more."),
    };
  return {
    ...base,
    question: {
      ...question,
      sentence: `Are you sure that the computer at ${name} has to log in again before it prints?`,
      facts: [{ label: "Allowed", value: `${shownAt(key.at)}, by ${key.by}` }],
      yes: "Take back",
      no: "Cancel",
    },
    availability: {
      is: "offered",
      send: async () => {
        await stations.takeBack(alias, stationId);
        return {};
      },
    },
  };
}

/** The page that asks before an Admin takes a print station's key back (sign-in#station-keys). */
export const takeKeyPage = (stations: Stations, user: User, alias: string, stationId: string) =>
  plainCommandPage(
    {
      user,
      key: JSON.stringify(["station", alias, stationId, "take key back"]),
      here: takeKeyPath(alias, stationId),
      closeTo: peoplePath,
    },
    () => offerForKey(stations, user, alias, stationId),
  );

/** The page that asks before one of a person's own sessions is ended (sign-in#own-sessions). */
export const endSessionPage = (user: User, handle: string) =>
  plainCommandPage(
    {
      user,
      key: JSON.stringify(["session", user.subject, handle, "end"]),
      here: endSessionPath(handle),
      closeTo: sessionsPath,
    },
    () => offerFor(user, handle),
  );

/** The page that asks before an Admin ends all sessions of a person (sign-in#people). */
export const endPersonPage = (stations: Stations, user: User, handle: string) =>
  plainCommandPage(
    {
      user,
      key: JSON.stringify(["person", handle, "end sessions"]),
      here: endPersonPath(handle),
      closeTo: peoplePath,
    },
    () => offerForPerson(stations, user, handle),
  );
