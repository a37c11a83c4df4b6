import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { beginSignIn } from "#app/auth/signIn.server.ts";
import { requireSameOrigin } from "#app/http/origin.server.ts";
import { loginPath, safeReturnTo } from "#app/http/safeRedirect.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(loginPath(safeReturnTo(new URL(request.url).searchParams.get("returnTo"))));
}

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const form = await request.formData();
  return beginSignIn(request, form.get("returnTo"), new URL(request.url).searchParams.get("popup") === "1");
}
