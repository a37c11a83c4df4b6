import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPhoto } from "#app/auth/avatar.server.ts";
import { optionalUser } from "#app/auth/guard.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/** The signed-in person's own photo; 404 where there is none, and the frame shows initials. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await optionalUser(request);
  const photo = user ? await loadPhoto(user) : null;
  const headers = new Headers({ "Cache-Control": user ? "private, max-age=300" : "no-store" });
  if (photo) headers.set("Content-Type", photo.type);
  setSecurityHeaders(headers);
  return new Response(photo ? photo.bytes : null, { status: photo ? 200 : 404, headers });
}
