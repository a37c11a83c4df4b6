import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { requireSet } from "../batches.server.ts";
import { withGlyphs } from "../glyphs.server.ts";
import { labelsPath } from "../paths.ts";
import { renderLabel } from "../render/render.ts";
import { fileLanguage } from "../settings.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { alias, state, set, settings, media, jobs, missing } = await requireSet(args, { isPaper: true });
  if (jobs.length === 0) {
    return redirectWithFlash(args.request, labelsPath(alias, state), missing.join(" "), "attention");
  }
  const language = fileLanguage(settings);
  const what = set === "barcode" || set === "design" ? state.filter.barcode || set : set;
  // 'labels-CLK-9312345678907.zpl': letters, digits and hyphens only.
  const name = ["labels", alias, what].join("-").replace(/[^\w-]+/g, "-");
  const headers = {
    // Binary, so that browsers save the printer commands unchanged instead of showing them.
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${name}.${language.toLowerCase()}"`,
  };
  const commands = jobs.map(({ label }) => renderLabel(withGlyphs(label), { language, media }).bytes);
  return new Response(Buffer.concat(commands), { headers });
}
