import type { LoaderFunctionArgs } from "@remix-run/node";
import { completeSignIn } from "#app/core/auth/signIn.server.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return completeSignIn(request);
}
