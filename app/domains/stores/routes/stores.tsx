import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { readStoreCards } from "#app/core/stores/guard.server.ts";
import { StoresScreen } from "#app/domains/stores/views/StoresScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readStoreCards(await requireMay(request, "stores"));
}

export default function Stores() {
  return <StoresScreen {...useLoaderData<typeof loader>()} />;
}
