import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { requireSet } from "../batches.server.ts";
import { labelsPath } from "../paths.ts";
import { commandsOf } from "../picture.server.ts";
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
  const commands = jobs.map(({ label }) => commandsOf(label, { language, media }));
  return new Response(Buffer.concat(commands), { headers });
}
