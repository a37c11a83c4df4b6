import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { sourcesFor } from "#app/domains/todaySources.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { listStores } from "#app/stores/api.server.ts";
import { toStoreCards } from "#app/stores/model.ts";
import { StoresScreen } from "#app/stores/views/StoresScreen.tsx";
import { knownToday } from "#app/today/today.server.ts";
import { TodayFirst } from "#app/today/views/TodayFirst.tsx";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "stores");
  const [stores, today] = await Promise.all([attempt(listStores(user)), knownToday(user, sourcesFor(user))]);
  return stores.ok
    ? { stores: toStoreCards(stores.value), error: undefined, today }
    : { stores: toStoreCards([]), error: stores.error, today };
}

export default function Stores() {
  const { stores, error, today } = useLoaderData<typeof loader>();
  return (
    <StoresScreen stores={stores} error={error}>
      <TodayFirst loaded={today} />
    </StoresScreen>
  );
}
