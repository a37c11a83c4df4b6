import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { withGlyphs } from "../glyphs.server.ts";
import { drawnOf, readPicture } from "../picture.server.ts";
import { pictureText } from "../picture.ts";
import { LabelDrawing, viewBoxOf } from "../views/LabelDrawing.tsx";

const hourSeconds = 60 * 60;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStorePage(request, params.alias, "printlabel");
  const picture = readPicture(request.url);
  const svg = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={viewBoxOf(picture.media)}>
      <title>{pictureText(picture.label)}</title>
      <rect width="100%" height="100%" fill="#fff" />
      <LabelDrawing {...drawnOf({ ...picture, label: withGlyphs(picture.label) })} />
    </svg>
  );
  // The URL fully determines the picture: cacheable for as long as the renderer is unchanged.
  const headers = new Headers({
    "Content-Type": "image/svg+xml",
    "Cache-Control": `private, max-age=${hourSeconds}`,
  });
  setSecurityHeaders(headers);
  return new Response(renderToStaticMarkup(svg), { headers });
}
