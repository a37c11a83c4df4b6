import type { ActionFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { allowPrinter } from "#app/domains/labels/bridge/allowedPrinters.server.ts";

/** Registers a printer of this workstation and its language: nothing is signed for others. */
export async function action({ request }: ActionFunctionArgs) {
  return allowPrinter(await requireMay(request, "store/printlabel"));
}
