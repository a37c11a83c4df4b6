import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { isOwnId } from "./queue.ts";

/** The longest that browsers keep a cookie. */
const maxSeconds = 400 * 24 * 3600;

/** Signed, so that nobody works at another workstation's station. */
const cookie = createCookie(env.secure ? "__Host-workstation" : "workstation", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.secure,
  maxAge: maxSeconds,
  secrets: [env.SESSION_SECRET],
});

/** The station of the requesting workstation itself; `headers` keep its name in a browser that has none yet. */
export async function ownStation(request: Request): Promise<{ id: string; headers: Record<string, string> }> {
  const known: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof known === "string" && isOwnId(known)) return { id: known, headers: {} };
  const id = `own${randomBytes(8).toString("hex")}`;
  return { id, headers: { "Set-Cookie": await cookie.serialize(id) } };
}
