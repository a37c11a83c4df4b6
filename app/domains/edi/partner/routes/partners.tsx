import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { partnersScreen, requirePartners } from "#app/domains/edi/partner/partners/partners.server.ts";
import { PartnersScreen } from "#app/domains/edi/partner/views/PartnersScreen.tsx";

export const meta: MetaFunction = () => [{ title: "EDI partners" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "edi");
  await requirePartners(user);
  return partnersScreen(user);
}

export default function Partners() {
  return <PartnersScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
