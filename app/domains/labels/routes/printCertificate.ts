import type { LoaderFunctionArgs } from "@remix-run/node";
import { certificateResponse } from "../bridge/sign.server.ts";
import { requirePrinting } from "../stations/guard.server.ts";

/** The certificate of our print requests, for the print service on the workstation. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requirePrinting(request);
  return certificateResponse();
}
