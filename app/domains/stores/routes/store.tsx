import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { storeNotFound } from "#app/core/specification/screens.ts";
import { requireStore } from "#app/core/stores/guard.server.ts";
import { toStoreFrame } from "#app/core/stores/model.ts";
import { StoreImage } from "#app/domains/stores/views/StoreImage.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? data.frame.name : storeNotFound },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStore(request, params.alias);
  return { frame: toStoreFrame(store, user.roles) };
}

/** The frame is not reloaded while a person navigates within one store. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.alias !== nextParams.alias;

/** The frame of every store page: its header with name and type (stores#frame). The side menu has its pages. */
export default function StoreLayout() {
  const { frame } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="flex min-w-0 items-center gap-2 px-4 pt-3 print:p-0">
        <StoreImage src={frame.picture} size={20} />
        <a className="min-w-0 py-0.5 font-medium text-ink no-underline" href={frame.href}>
          {frame.name}
        </a>
        {frame.storeType && <span className="text-xs text-ink-soft">{frame.storeType}</span>}
      </header>
      <div className="in-store">
        <Outlet />
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
