import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { certificateResponse } from "#app/domains/labels/bridge/sign.server.ts";

/** The certificate of our print requests, for the print service on the workstation. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMay(request, "store/printlabel");
  return certificateResponse();
}
