import type { ActionFunctionArgs } from "@remix-run/node";
import { allowPrinter } from "../bridge/sign.server.ts";
import { requirePrinting } from "../stations/guard.server.ts";

/** Registers a printer of this workstation and its language: nothing is signed for others. */
export async function action({ request }: ActionFunctionArgs) {
  return allowPrinter(await requirePrinting(request));
}
