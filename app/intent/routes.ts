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
 * answer costs a read that nobody takes, never a wrong page. `below` tells the modules of what the rows of a page open.
 */
export function createForesight(manifest: Manifest, modules: Modules) {
  const tree = routesBelow(manifest);

  function foresee(from: Place, to: URL): { routes: string[]; missing: string[] } {
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
      missing: ids.filter((id) => !(id in modules)),
    };
  }

  /** Loads a route's module, and puts it where the router looks for it: its own way there takes a task of the browser's. */
  async function load(id: string): Promise<void> {
    const address = manifest.routes[id]?.module;
    if (address !== undefined) modules[id] = await import(/* @vite-ignore */ address);
  }

  function below(place: Place): string[] {
    const page = matchRoutes(tree, place)?.at(-1)?.route.id;
    // A route that no page shows has no imports, and one without a parameter is opened by no row.
    const opened = Object.values(manifest.routes).filter(
      ({ id, parentId, path = "" }) => parentId === page && /:\w+$/.test(path) && !(id in modules),
    );
    return opened.flatMap(({ module, imports = [] }) => (imports.length > 0 ? [module, ...imports] : []));
  }
  return { foresee, load, below };
}
