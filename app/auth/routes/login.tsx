import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { optionalUser } from "#app/auth/guard.server.ts";
import { SignInForm } from "#app/auth/SignInForm.tsx";
import { env } from "#app/env.server.ts";
import { RouteErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
import { type LoginProblem, loginSearch, safeReturnTo } from "#app/http/safeRedirect.ts";
import { popupOpenerPolicy } from "#app/http/securityHeaders.server.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";

const problems: Record<LoginProblem, string> = {
  expired: "Your session has ended. Log in to go on where you were.",
  kept: "You are no longer logged in, so nothing was sent. What you typed is kept: log in again yourself, and it is put back.",
  "no-token":
    "The identity provider gave the portal no permission to read on your behalf. Your account is not the reason. Log in again to go on where you were.",
  failed: "Signing in did not work. Try again; if it keeps happening, tell support when it happened.",
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Log In · ${data?.title ?? ""}` }];

export const headers = () => popupOpenerPolicy;

export async function loader({ request }: LoaderFunctionArgs) {
  const { problem, ...asked } = loginSearch.read(request.url);
  const returnTo = safeReturnTo(asked.returnTo);
  if (await optionalUser(request)) throw redirect(returnTo);
  return { title: env.PRODUCT_TITLE, returnTo, problem: problem && problems[problem] };
}

export default function LoginPage() {
  const { title, returnTo, problem } = useLoaderData<typeof loader>();
  return (
    <div className="signed-out">
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1>{title}</h1>
      {problem && <Notice tone="attention">{problem}</Notice>}
      <SignInForm returnTo={returnTo} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
