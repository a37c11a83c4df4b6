import type { ActionFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { allowPrinter } from "#app/domains/labels/bridge/allowedPrinters.server.ts";

/** Notes a printer that this workstation prints on, and its language: nothing is signed for other ones. */
export async function action({ request }: ActionFunctionArgs) {
  return allowPrinter(await requireMay(request, "store/printlabel"));
}
