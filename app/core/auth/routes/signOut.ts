import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "#app/core/auth/signIn.server.ts";
import { requireSameOrigin } from "#app/core/http/origin.server.ts";

/** Logging out is a form: opening a URL must not do it. */
export function loader() {
  return redirect("/");
}

export function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  return signOut(request);
}
