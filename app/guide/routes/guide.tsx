import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { guidePages } from "#app/domains/guidePages.server.ts";
import { entriesFor } from "#app/guide/model.ts";
import { GuideListScreen } from "#app/guide/views/GuideListScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Guide" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { roles } = await requireMay(request, "guide");
  return entriesFor(guidePages, roles);
}

export default function GuideListPage() {
  return <GuideListScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
