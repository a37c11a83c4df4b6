import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { optionalUser } from "#app/auth/guard.server.ts";
import { asksForAccount, loginProblems } from "#app/auth/loginProblems.ts";
import { SignInForm } from "#app/auth/SignInForm.tsx";
import { env } from "#app/env.server.ts";
import { RouteErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
import { loginSearch, safeReturnTo } from "#app/http/safeRedirect.ts";
import { popupOpenerPolicy } from "#app/http/securityHeaders.server.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Log In · ${data?.title ?? ""}` }];

export const headers = () => popupOpenerPolicy;

export async function loader({ request }: LoaderFunctionArgs) {
  const { problem, ...query } = loginSearch.read(request.url);
  const returnTo = safeReturnTo(query.returnTo);
  if (await optionalUser(request)) throw redirect(returnTo);
  return {
    title: env.PRODUCT_TITLE,
    returnTo,
    problem: problem && loginProblems[problem],
    otherAccount: asksForAccount(problem),
  };
}

export default function LoginPage() {
  const { title, returnTo, problem, otherAccount } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto flex max-w-dialog flex-col items-center gap-5 px-4 pb-8 pt-[20vh] text-center [&_.btn]:min-h-touch [&_.btn]:px-8">
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1 className="text-xl">{title}</h1>
      {problem && <Notice tone="attention">{problem}</Notice>}
      <SignInForm returnTo={returnTo} otherAccount={otherAccount} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
