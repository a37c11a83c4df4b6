import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { runs } from "#app/bulk/run.server.ts";
import { RunsScreen } from "#app/bulk/views/RunsScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Runs" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "bulk");
  return { runs: (await runs.list(user)).reverse() };
}

export default function Runs() {
  return <RunsScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
