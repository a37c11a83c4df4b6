import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { listStores } from "#app/domains/stores/api.server.ts";
import { toStoreCards } from "#app/domains/stores/model.ts";
import { StoresScreen } from "#app/domains/stores/views/StoresScreen.tsx";
import { attempt } from "#app/http/api.server.ts";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "stores");
  const stores = await attempt(listStores(user));
  return stores.ok
    ? { stores: toStoreCards(stores.value), error: undefined }
    : { stores: toStoreCards([]), error: stores.error };
}

export default function Stores() {
  const { stores, error } = useLoaderData<typeof loader>();
  return <StoresScreen stores={stores} error={error} />;
}
