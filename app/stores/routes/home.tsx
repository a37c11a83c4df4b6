import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { sourcesFor } from "#app/domains/todaySources.server.ts";
import { readStoreCards } from "#app/stores/guard.server.ts";
import { StoresScreen } from "#app/stores/views/StoresScreen.tsx";
import { knownToday } from "#app/today/today.server.ts";
import { TodayFirst } from "#app/today/views/TodayLines.tsx";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "stores");
  const [stores, today] = await Promise.all([readStoreCards(user), knownToday(user, sourcesFor(user))]);
  return { ...stores, today };
}

/** Home: the first lines of Today, and the stores (today#first-lines). */
export default function Home() {
  const { today, ...stores } = useLoaderData<typeof loader>();
  return <StoresScreen {...stores} above={<TodayFirst loaded={today} />} />;
}
