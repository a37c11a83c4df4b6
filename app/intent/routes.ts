import {
  type UNSAFE_AssetsManifest as Manifest,
  type UNSAFE_RouteModules as Modules,
  matchRoutes,
} from "@remix-run/react";

type Place = Pick<Location, "pathname" | "search">;
type RouteObject = NonNullable<Parameters<typeof matchRoutes>[0]>[number];

function routesBelow(manifest: Manifest, parentId?: string): RouteObject[] {
  return Object.values(manifest.routes)
    .filter((route) => (route.parentId || undefined) === parentId)
    .map(
      ({ id, path, index }): RouteObject =>
        index
          ? { id, index: true }
          : { id, ...(path === undefined ? {} : { path }), children: routesBelow(manifest, id) },
    );
}

/**
 * Tells what the router will read on its way to a page, by its own rules, and which modules it will need. A wrong
 * answer costs a read that nobody takes, never a wrong page.
 */
export function createForesight(manifest: Manifest, modules: Modules) {
  const tree = routesBelow(manifest);
  return (from: Place, to: URL): { routes: string[]; modules: string[] } => {
    const now = matchRoutes(tree, from) ?? [];
    const next = matchRoutes(tree, to) ?? [];
    const currentUrl = new URL(from.pathname + from.search, to);
    const isRead = ({ route: { id = "" }, pathname, params }: (typeof next)[number], index: number) => {
      const here = now[index];
      if (here?.route.id !== id || here.pathname !== pathname) return true;
      const choose = modules[id]?.shouldRevalidate;
      if (!choose) return true;
      const currentParams = now[0]?.params ?? {};
      return choose({
        currentUrl,
        currentParams,
        nextUrl: to,
        nextParams: params,
        defaultShouldRevalidate: true,
      });
    };
    const ids = next.map(({ route }) => route.id ?? "");
    return {
      routes: next
        .filter(isRead)
        .map(({ route }) => route.id ?? "")
        .filter((id) => manifest.routes[id]?.hasLoader),
      modules: ids.filter((id) => !(id in modules)).flatMap((id) => manifest.routes[id]?.module ?? []),
    };
  };
}
