import type { ActionFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { allowPrinter } from "#app/domains/labels/bridge/allowedPrinters.server.ts";

/** Notes a printer that this workstation prints on: requests for other ones are not signed. */
export async function action({ request }: ActionFunctionArgs) {
  await requireMay(request, "store/printlabel");
  return allowPrinter(request);
}
