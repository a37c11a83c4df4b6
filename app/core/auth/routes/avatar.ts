import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPhoto } from "#app/core/auth/avatar.server.ts";
import { optionalUser } from "#app/core/auth/guard.server.ts";

// If there is no photo, the initials show through an empty picture, also without scripting.
const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"/>';

/** The signed-in person's own photo, or an empty picture where there is none; 404 for anybody else. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await optionalUser(request);
  const photo = user ? await loadPhoto(user) : null;
  const headers = new Headers({ "Cache-Control": user ? "private, max-age=300" : "no-store" });
  headers.set("Vary", "Cookie");
  if (user) headers.set("Content-Type", photo?.type ?? "image/svg+xml");
  const body = user ? (photo?.bytes ?? emptyPicture) : null;
  return new Response(body, { status: user ? 200 : 404, headers });
}
