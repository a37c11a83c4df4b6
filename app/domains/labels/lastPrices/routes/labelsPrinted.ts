import type { ActionFunctionArgs } from "@remix-run/node";
import { rememberPrinted } from "#app/domains/labels/lastPrices/printed.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

/** Stores the labels that a workstation sent to its own printer. */
export async function action({ request, params }: ActionFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  await rememberPrinted(workstation, await formOf(request));
  return new Response(null, { status: 204 });
}
