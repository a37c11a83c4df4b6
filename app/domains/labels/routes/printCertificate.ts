import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireRole } from "#app/auth/guard.server.ts";
import { certificateResponse, printRoles } from "#app/domains/labels/bridge/sign.server.ts";

/** The certificate of our print requests, for the print service on the workstation. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireRole(request, printRoles);
  return certificateResponse();
}
