import type { ActionFunctionArgs } from "@remix-run/node";
import { choosePrinter } from "../settings.server.ts";
import { requirePrinting } from "../stations/guard.server.ts";

/** Chooses a printer of this workstation: labels are signed for no other. */
export async function action({ request }: ActionFunctionArgs) {
  return choosePrinter(await requirePrinting(request));
}
