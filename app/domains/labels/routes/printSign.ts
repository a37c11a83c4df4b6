import type { ActionFunctionArgs } from "@remix-run/node";
import { signResponse } from "../bridge/sign.server.ts";
import { requirePrinting } from "../stations/guard.server.ts";

/** Signs one print request of the label page (`signable.server.ts` lists the signable ones). */
export async function action({ request }: ActionFunctionArgs) {
  return signResponse(await requirePrinting(request));
}
