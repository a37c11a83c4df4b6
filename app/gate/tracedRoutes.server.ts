import type { ActionFunction, LoaderFunction, ServerBuild } from "@remix-run/node";
import { inSpan } from "#telemetry/traces.ts";

type Reader = LoaderFunction | ActionFunction;

/** The build, with every loader and action in a span of its own, named after its route. */
export function tracedRoutes(build: ServerBuild): ServerBuild {
  const traced =
    <One extends Reader>(what: string, read: One): Reader =>
    (given, ...rest) =>
      inSpan({ kind: "inner", name: what }, async () => read(given, ...rest));
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader ? { loader: traced(`loader ${id}`, loader) } : {}),
      ...(action ? { action: traced(`action ${id}`, action) } : {}),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
