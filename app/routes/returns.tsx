import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { exosScreen } from "#app/domains/exos/pages.server.ts";
import { isSameExoList } from "#app/domains/exos/paths.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";
import { ExosScreen } from "#app/domains/exos/views/ExosScreen.tsx";
import { knownStores } from "#app/domains/stores/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";

export const meta: MetaFunction = () => [{ title: "Returns and Exchanges" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return exosScreen(exosOfAllStores(user, await knownStores(user)), request);
}

export const shouldRevalidate = listRevalidation(isSameExoList);

export default function Returns() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <ExosScreen {...screen}>
      <Outlet />
    </ExosScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
