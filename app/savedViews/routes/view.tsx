import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { viewPlaces } from "#app/domains/viewLists.server.ts";
import { answerView, viewPage } from "#app/savedViews/pages.server.ts";
import { ViewFormScreen } from "#app/savedViews/views/ViewFormScreen.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · Views` : "Views" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return viewPage(await requireMay(request, "views"), viewPlaces, params.viewId ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerView(await requireMay(request, "views"), viewPlaces, params.viewId ?? "");
}

export default function View() {
  const opened = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? opened;
  return <ViewFormScreen page={page} saving={useNavigation().formMethod === "POST"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
