import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { viewPlaces } from "#app/domains/viewLists.server.ts";
import { answerNewView, newViewPage } from "#app/savedViews/pages.server.ts";
import { ViewFormScreen } from "#app/savedViews/views/ViewFormScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Save this view" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return newViewPage(await requireMay(request, "views"), viewPlaces);
}

export async function action({ request }: ActionFunctionArgs) {
  return answerNewView(await requireMay(request, "views"), viewPlaces);
}

export default function NewView() {
  const opened = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? opened;
  return <ViewFormScreen page={page} saving={useNavigation().formMethod === "POST"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
