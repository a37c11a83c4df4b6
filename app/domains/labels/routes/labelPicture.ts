import type { LoaderFunctionArgs } from "@remix-run/node";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { withGlyphs } from "../glyphs.server.ts";
import { pictureOf, readPicture } from "../picture.server.ts";
import { renderLabel } from "../render/render.ts";

const hourSeconds = 60 * 60;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStorePage(request, params.alias, "printlabel");
  const { label, language, media } = readPicture(request.url);
  const picture = await pictureOf(renderLabel(withGlyphs(label), { language, media }).bytes, {
    language,
    media,
  });
  // The URL fully determines the picture: cacheable for as long as the renderer is unchanged.
  const headers = new Headers({
    "Content-Type": "image/png",
    "Cache-Control": `private, max-age=${hourSeconds}`,
  });
  setSecurityHeaders(headers);
  return new Response(new Uint8Array(picture), { headers });
}
