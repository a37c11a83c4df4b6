import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { segmentsScreen } from "#app/domains/edi/partner/segments/segments.server.ts";
import { SegmentsScreen } from "#app/domains/edi/partner/views/SegmentsScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Segments · EDI Interchanges" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return segmentsScreen(await requireMay(request, "edi"), request, params.interchangeId ?? "");
}

export default function Segments() {
  return <SegmentsScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
