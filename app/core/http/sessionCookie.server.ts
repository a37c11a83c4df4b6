import { createCookie } from "@remix-run/node";
import { env } from "#app/core/env.server.ts";

// Without Max-Age the browser drops the cookie when it closes (sign-in#session).
export const sessionCookie = createCookie(env.secure ? "__Host-session" : "session", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.secure,
});

/** The session ID of a request, whether or not such a session exists. */
export async function sessionIdOf({ headers }: { headers: Headers }): Promise<string | undefined> {
  const value: unknown = await sessionCookie.parse(headers.get("Cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** The header `Cookie` of a session, for what the portal does under it by itself. */
export const cookieOf = async (sessionId: string): Promise<string> =>
  (await sessionCookie.serialize(sessionId)).split(";", 1)[0] ?? "";
