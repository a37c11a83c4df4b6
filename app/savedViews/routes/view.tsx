import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { viewPlaces } from "#app/domains/viewLists.server.ts";
import { answerNewView, answerView, newViewPage, viewPage } from "#app/savedViews/pages.server.ts";
import { ViewFormScreen } from "#app/savedViews/views/ViewFormScreen.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: params.viewId === undefined ? "Save this view" : data ? `${data.title} · Views` : "Views" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "views");
  return params.viewId === undefined
    ? newViewPage(user, viewPlaces)
    : viewPage(user, viewPlaces, params.viewId);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireMay(request, "views");
  return params.viewId === undefined
    ? answerNewView(user, viewPlaces)
    : answerView(user, viewPlaces, params.viewId);
}

export default function View() {
  const opened = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? opened;
  return <ViewFormScreen page={page} saving={useNavigation().formMethod === "POST"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
