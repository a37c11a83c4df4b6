import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { may, requireMay } from "#app/auth/guard.server.ts";
import { guidePages } from "#app/domains/guidePages.server.ts";
import { findsFor, openTo } from "#app/domains/guidePlaces.server.ts";
import { env } from "#app/env.server.ts";
import { entriesFor, toGuideView } from "#app/guide/model.ts";
import { GuideScreen } from "#app/guide/views/GuideScreen.tsx";
import { notFound } from "#app/http/apiError.server.ts";
import { knownStores } from "#app/stores/api.server.ts";
import { readableStores } from "#app/stores/model.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.guide.title} · Guide` : "Guide" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "guide");
  const page = guidePages.find(({ key }) => key === params.role);
  if (!page) throw notFound(request, "The guide has no such page.");
  const find = findsFor((permission) => may(user, permission), readableStores(await knownStores(user)));
  return {
    guide: toGuideView(page, user.roles, find),
    opens: openTo(page.role, env.GLOBAL_ACTIONS, find),
    pages: entriesFor(guidePages, user.roles),
    current: page.key,
  };
}

export default function GuidePageRoute() {
  return <GuideScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
