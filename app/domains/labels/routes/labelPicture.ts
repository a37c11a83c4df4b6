import type { LoaderFunctionArgs } from "@remix-run/node";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { pictureOf, readPicture } from "../picture.server.ts";

const hourSeconds = 60 * 60;

/** The picture of the label in the URL, for the page that shows it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStorePage(request, params.alias, "printlabel");
  // The URL fully determines the picture: cacheable for as long as the renderer is unchanged.
  const headers = new Headers({ "Cache-Control": `private, max-age=${hourSeconds}` });
  setSecurityHeaders(headers);
  return Response.json(pictureOf(readPicture(request.url)), { headers });
}
