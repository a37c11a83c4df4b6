import { hash, randomBytes } from "node:crypto";
import { type CookieOptions, createCookie, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { may, optionalUser, requireMay, type User } from "#app/core/auth/guard.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { env } from "#app/core/env.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { formOf, malformedForm } from "#app/core/http/forms/read.ts";
import { hashOf, readToken, tokens } from "#app/core/http/once.server.ts";
import { requireSameOrigin } from "#app/core/http/origin.server.ts";
import { correlationIdOf, notePerson } from "#app/core/http/requestNotes.server.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import type { Workstation } from "../workstation.server.ts";
import { isOwnId } from "./queue.ts";
import type { Station } from "./station.ts";
import { stations } from "./stations.server.ts";

/** The longest that browsers keep a cookie; a key that isn't used ends earlier, with its station (labels#station-key). */
const maxSeconds = 400 * 24 * 3600;

const cookieOf = (name: string, options: Pick<CookieOptions, "sameSite" | "secrets">) =>
  createCookie(env.secure ? `__Host-${name}` : name, {
    ...{ httpOnly: true, path: "/", secure: env.secure, maxAge: maxSeconds },
    ...options,
  });

// Strict: no other site's page can have this computer act for its station.
const keyCookie = cookieOf("station", { sameSite: "strict" });
// Signed, so that nobody works at another workstation's station.
const ownCookie = cookieOf("workstation", { sameSite: "lax", secrets: [env.SESSION_SECRET] });

/** The name of the requesting workstation, which is its own station's; undefined in a browser that has none yet. */
export async function workstationName(request: Request): Promise<string | undefined> {
  const cookieName: unknown = await ownCookie.parse(request.headers.get("Cookie"));
  return typeof cookieName === "string" && isOwnId(cookieName) ? cookieName : undefined;
}

/** The station of the requesting workstation itself; `headers` keep its name in a browser that has none yet. */
export async function ownStation(request: Request): Promise<{ id: string; headers: Record<string, string> }> {
  const workstation = await workstationName(request);
  if (workstation !== undefined) return { id: workstation, headers: {} };
  const id = `own${randomBytes(8).toString("hex")}`;
  return { id, headers: { "Set-Cookie": await ownCookie.serialize(id) } };
}

const stationCookie = z.object({ alias: z.string(), id: z.string(), secret: z.string().length(43) });

/** Lets the computer of this request print for a station without sign-in; its `Set-Cookie` value. */
export async function giveKey(alias: string, id: string, user: User): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { subject } = user;
  const key = { hash: hash("sha256", secret), by: nameOf(user), at: Date.now(), subject };
  await stations.set(alias, id, { key });
  return keyCookie.serialize({ alias, id, secret } satisfies z.input<typeof stationCookie>);
}

/** The station that the computer of this request may print for without sign-in. */
export async function keyedStation(
  request: Request,
): Promise<{ alias: string; station: Station } | undefined> {
  const read = stationCookie.safeParse(await keyCookie.parse(request.headers.get("Cookie")));
  if (!read.success) return undefined;
  const { alias, id, secret } = read.data;
  const station = await stations.read(alias, id);
  return station?.key?.hash === hash("sha256", secret) ? { alias, station } : undefined;
}

/** The cookie of a key in use, for as long again. */
export const renewedKey = async (request: Request): Promise<string> =>
  keyCookie.serialize(await keyCookie.parse(request.headers.get("Cookie")));

/** Who has print requests signed: a person, or a station without one. */
export type Printing = Pick<User, "subject" | "request" | "correlationId">;

/**
 * The work of a computer that may print for its station without sign-in; undefined for people who may print. Throws a
 * 403 for a write from another origin.
 */
async function unattended(request: Request) {
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

type Asked = Pick<LoaderFunctionArgs, "request" | "params">;

/**
 * The user, the store, and a station, by default the one of the address, where it names none the workstation's own; 404 if
 * it was closed, or is another workstation's own. `headers` keep the workstation's name in its browser.
 */
export async function requireStation({ request, params }: Asked, stationId = params.stationId) {
  const workstation: Workstation = await requireStorePage(request, params.alias, "printlabel");
  const alias = workstation.store.storeAlias;
  const own = await ownStation(request);
  const id = stationId || own.id;
  const station = isOwnId(id) && id !== own.id ? undefined : await stations.read(alias, id);
  if (!station) throw notFound(request, "There is no such print station. It may have been ended.");
  return { workstation, alias, station, by: nameOf(workstation.user), headers: own.headers };
}

/**
 * The guard of a station's work: as `requireStation`, or the computer that may print for this station, and no other,
 * without sign-in (labels#station-key). Then there is no workstation that could read a price.
 */
export async function requireWork({ request, params }: Asked) {
  const alone = await unattended(request);
  if (alone && alone.alias === params.alias && alone.station.id === params.stationId)
    return { ...alone, workstation: undefined };
  const found = await requireStation({ request, params });
  return { ...found, printing: found.workstation.user };
}

/**
 * A form with a valid one-time token of this user; throws a 400 page otherwise. The token is good
 * once per form content: another scan under the same token is another submission.
 */
export async function requireOwnForm(
  request: Request,
  user: User,
): Promise<{ form: FormData; token: string }> {
  const form = await formOf(request);
  const token = readToken(form);
  if (token === undefined || !tokens.isOf(token, user)) throw malformedForm();
  const { pathname, search } = new URL(request.url);
  return { form, token: `${token}.${hashOf([pathname, search, [...form]])}` };
}
