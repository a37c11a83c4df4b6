import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";
import { requireStore } from "#app/stores/guard.server.ts";
import { toStoreFrame } from "#app/stores/model.ts";
import { StoreFrameView } from "#app/stores/views/StoreFrameView.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? data.frame.name : "Store Not Found" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStore(request, params.alias);
  return { frame: toStoreFrame(store, user.roles) };
}

/** The frame is not reloaded while a person navigates within one store. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.alias !== nextParams.alias;

export default function StoreLayout() {
  const { frame } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <StoreFrameView frame={frame} path={pathname}>
      <Outlet />
    </StoreFrameView>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
