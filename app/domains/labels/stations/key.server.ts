import { hash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { may, optionalUser, requireMay, type User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { requireSameOrigin } from "#app/http/origin.server.ts";
import { correlationIdOf, notePerson } from "#app/http/requestNotes.server.ts";
import type { Station } from "./station.ts";
import { stations } from "./stations.server.ts";

/** The longest that browsers keep a cookie; a key that isn't used ends earlier, with its station (labels#station-key). */
const maxSeconds = 400 * 24 * 3600;

// Strict: no other site's page can have this computer act for its station.
const cookie = createCookie(env.secure ? "__Host-station" : "station", {
  httpOnly: true,
  sameSite: "strict",
  path: "/",
  secure: env.secure,
  maxAge: maxSeconds,
});

const held = z.object({ alias: z.string(), id: z.string(), secret: z.string().length(43) });
type Held = z.output<typeof held>;

/** Lets the computer of this request print for a station without sign-in; its `Set-Cookie` value. */
export async function giveKey(alias: string, id: string, by: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await stations.setKey(alias, id, { hash: hash("sha256", secret), by, at: Date.now() });
  return cookie.serialize({ alias, id, secret } satisfies Held);
}

/** The station that the computer of this request may print for without sign-in. */
export async function keyedStation(
  request: Request,
): Promise<{ alias: string; station: Station } | undefined> {
  const read = held.safeParse(await cookie.parse(request.headers.get("Cookie")));
  if (!read.success) return undefined;
  const { alias, id, secret } = read.data;
  const station = await stations.read(alias, id);
  return station?.key?.hash === hash("sha256", secret) ? { alias, station } : undefined;
}

/** The cookie of a key in use, for as long again. */
export const renewedKey = async (request: Request): Promise<string> =>
  cookie.serialize(await cookie.parse(request.headers.get("Cookie")));

/** Who has print requests signed: a person, or a station without one. */
export type Printing = Pick<User, "subject" | "request" | "correlationId">;

/**
 * The work of a computer that may print for its station without sign-in; undefined for people who may print. Throws a
 * 403 for a write from another origin.
 */
export async function unattended(request: Request) {
  requireSameOrigin(request);
  const user = await optionalUser(request);
  if (user && may(user, "store/printlabel")) return undefined;
  const keyed = await keyedStation(request);
  if (!keyed) return undefined;
  const by = `Station ${keyed.station.name}`;
  const subject = `station ${keyed.alias}/${keyed.station.id}`;
  notePerson(subject, by);
  const printing: Printing = { subject, request, correlationId: correlationIdOf(request) };
  return { ...keyed, by, printing };
}

/** The guard of what is signed: a person who may print labels, or a computer that may without sign-in. */
export const requirePrinting = async (request: Request): Promise<Printing> =>
  (await unattended(request))?.printing ?? (await requireMay(request, "store/printlabel"));
