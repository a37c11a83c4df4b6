import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { viewPlaces } from "#app/domains/viewLists.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, requireForm } from "#app/http/forms/read.ts";
import { pinForm } from "#app/savedViews/form.ts";
import { viewRows } from "#app/savedViews/pages.server.ts";
import { viewsPath } from "#app/savedViews/paths.ts";
import { ViewsScreen } from "#app/savedViews/views/ViewsScreen.tsx";
import { personOf, views } from "#app/savedViews/views.server.ts";

export const meta: MetaFunction = () => [{ title: "Views" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { rows: await viewRows(await requireMay(request, "views"), viewPlaces) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "views");
  const { view, pin } = requireForm(await formOf(request), pinForm);
  // Pinning a pinned view changes nothing: idempotent.
  const refusal = await views.pin(personOf(user), view, pin === "on");
  if (refusal) return redirectWithFlash(request, viewsPath, refusal.words, "attention");
  return redirectWithFlash(request, viewsPath, pin === "on" ? "Pinned in the side menu." : "Unpinned.");
}

export default function Views() {
  return (
    <>
      <ViewsScreen {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
