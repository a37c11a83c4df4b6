import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { todayFor } from "#app/composition/todaySources.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { readStoreCards } from "#app/core/stores/guard.server.ts";
import { StoresScreen } from "#app/domains/stores/views/StoresScreen.tsx";
import { knownToday } from "#app/features/today/today.server.ts";
import { TodayFirst } from "#app/features/today/views/TodayLines.tsx";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "stores");
  const [stores, today] = await Promise.all([readStoreCards(user), knownToday(user, todayFor(user))]);
  return { ...stores, today };
}

/** Home: the first lines of Today, and the stores (today#first-lines). */
export default function Home() {
  const { today, ...stores } = useLoaderData<typeof loader>();
  return <StoresScreen {...stores} above={<TodayFirst loaded={today} />} />;
}
