import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { picturesOf, readPictures } from "../picture.server.ts";

const hourSeconds = 60 * 60;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStorePage(request, params.alias, "printlabel");
  const labels = readPictures(request.url);
  if (!labels) throw new Response("Malformed request.", { status: 400 });
  // The URL fully determines the pictures: cacheable for as long as the renderer is unchanged.
  return Response.json(picturesOf(labels), {
    headers: { "Cache-Control": `private, max-age=${hourSeconds}` },
  });
}
