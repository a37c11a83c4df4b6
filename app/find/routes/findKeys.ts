import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { chooseSlash } from "#app/find/keys.server.ts";
import { findPath } from "#app/find/paths.ts";

/** The choice stands on the page itself. */
export async function loader({ request }: ActionFunctionArgs) {
  await requireMay(request, "find");
  return redirect(findPath(""));
}

export async function action({ request }: ActionFunctionArgs) {
  return chooseSlash(await requireMay(request, "find"));
}
