import { redirect } from "@remix-run/node";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { isNavigation } from "#app/http/file.server.ts";
import { safeFileName } from "#app/http/fileName.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/**
 * A whole document as a JSON file, named by `nameOf`. If it can't be read, a navigating browser is
 * redirected to its panel, which says why. Throws ApiError, and what `nameOf` throws.
 */
export async function documentFile<Item>(
  request: Request,
  reading: Promise<{ item: Item; raw: unknown }>,
  nameOf: (item: Item) => string,
  panelPath: string,
): Promise<Response> {
  const read = await attempt(reading);
  if (!read.ok) {
    if (!isNavigation(request)) throw new ApiError(read.error);
    return redirect(panelPath, 303);
  }
  const { item, raw } = read.value;
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="${safeFileName(nameOf(item), "document", "json")}"`,
    "Cache-Control": "private, no-store",
  });
  setSecurityHeaders(headers);
  return new Response(JSON.stringify(raw, null, 2), { headers });
}
