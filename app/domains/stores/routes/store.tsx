import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";
import { storeNotFound } from "#app/core/specification/screens.ts";
import { requireStore } from "#app/core/stores/guard.server.ts";
import { type StoreMenuGroup, toStoreFrame } from "#app/core/stores/model.ts";
import { StoreImage } from "#app/domains/stores/views/StoreImage.tsx";

const isOpen = (href: string, path: string): boolean => {
  const here = path.replace(/\/+$/, "");
  const isOverview = href.split("/").length === 3;
  return here === href || (!isOverview && here.startsWith(`${href}/`));
};

function MenuGroup({ group, path }: { group: StoreMenuGroup; path: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 xl:flex-col xl:items-stretch">
      {group.heading && <p className="hidden text-xs text-ink-faint xl:block">{group.heading}</p>}
      {group.items.map((item) => (
        <a
          key={item.key}
          href={item.href}
          aria-current={isOpen(item.href, path) ? "page" : undefined}
          className="inline-flex min-h-control items-center rounded px-2 text-ink no-underline hover:bg-surface-sunken xl:-ml-2"
        >
          {item.label}
        </a>
      ))}
    </div>
  );
}

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

/** The frame of every store page: its header with name and type, and its menu (stores#frame). */
export default function StoreLayout() {
  const { frame } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <header className="flex items-center gap-3 border-b border-line bg-surface px-4 py-2">
        <StoreImage src={frame.picture} size={32} />
        <a className="min-w-0 text-md font-semibold text-ink no-underline" href={frame.href}>
          {frame.name}
        </a>
        {frame.storeType && (
          <span className="rounded-sm bg-surface-sunken px-1.5 text-sm text-ink-soft">{frame.storeType}</span>
        )}
      </header>
      <div className="in-store xl:flex xl:items-start">
        <nav
          className="store-menu flex flex-wrap gap-x-3 border-b border-line bg-surface px-4 py-1 xl:sticky xl:top-bar xl:w-36 xl:flex-none xl:flex-col xl:gap-2 xl:border-0 xl:bg-transparent xl:py-4 xl:pr-0"
          aria-label={`Pages of ${frame.name}`}
        >
          {frame.menu.map((group) => (
            <MenuGroup key={group.items[0]?.key} group={group} path={pathname} />
          ))}
        </nav>
        <div className="min-w-0 xl:flex-1">
          <Outlet />
        </div>
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
