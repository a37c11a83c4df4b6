import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signInSearch } from "#app/core/auth/paths.ts";
import { beginSignIn } from "#app/core/auth/signIn.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { requireSameOrigin } from "#app/core/http/origin.server.ts";
import { loginPath, loginSearch } from "#app/core/http/safeRedirect.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(loginPath(loginSearch.read(request.url).returnTo));
}

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const form = await formOf(request);
  return beginSignIn(request, {
    returnTo: form.get("returnTo"),
    popup: signInSearch.read(request.url).popup,
    otherAccount: form.get("account") === "other",
  });
}
