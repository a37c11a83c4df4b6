import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediLanding } from "#app/domains/edi/partner/numbers/landing.server.ts";
import { EdiLanding } from "#app/domains/edi/partner/views/EdiLanding.tsx";

export const meta: MetaFunction = () => [{ title: "EDI (Myer)" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return ediLanding(await requireMay(request, "edi"));
}

export default function Edi() {
  return (
    <EdiLanding {...useLoaderData<typeof loader>()}>
      <Outlet />
    </EdiLanding>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
