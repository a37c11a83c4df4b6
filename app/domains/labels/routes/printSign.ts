import type { ActionFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { signResponse } from "#app/domains/labels/bridge/sign.server.ts";

/** Signs one print request of the label page (`signable.server.ts` lists the signable ones). */
export async function action({ request }: ActionFunctionArgs) {
  return signResponse(await requireMay(request, "store/printlabel"));
}
